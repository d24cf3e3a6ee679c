// Package paging divides a listing into pages and binds each cursor to the listing
// that it belongs to.
//
// A cursor contains the digest of the request, the digest of the state that the
// listing was made from, and an offset. The page size is in neither digest, so a
// caller may change it between pages. Cursors are not signed: a caller can forge
// one, and then gets a wrong offset into its own listing.
package paging

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
)

// The errors of [Slice]. ErrOtherRequest takes precedence: ErrChanged is returned only for a
// cursor that belongs to the request.
var (
	// ErrMalformed means that the tools never return such a cursor.
	ErrMalformed = errors.New("the cursor is malformed")
	// ErrOtherRequest means that the cursor was returned for another tool or for
	// other arguments.
	ErrOtherRequest = errors.New("the cursor belongs to a request with other arguments")
	// ErrChanged means that the cursor belongs to the request, but the listing has
	// changed since the cursor was returned.
	ErrChanged = errors.New("the project has changed since the page that returned the cursor")
)

const (
	digestBytes = 12
	headBytes   = 2 * digestBytes
)

// Digest identifies a list of values.
type Digest [digestBytes]byte

// DigestOf returns the digest of its parts. A part is any value that [json.Marshal]
// encodes: strings, numbers, booleans, and structs, slices and maps of them. DigestOf
// panics if a part cannot be encoded, because all such parts would have the same digest.
func DigestOf(parts ...any) Digest {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, p := range parts {
		if err := enc.Encode(p); err != nil {
			panic(err)
		}
	}
	return Digest(h.Sum(nil)[:digestBytes])
}

// Key identifies a listing.
type Key struct {
	Request Digest // tool and arguments, without cursor and page size
	State   Digest // everything else that the listing depends on, such as the project's files
}

// Slice returns at most limit items, starting where the cursor points, and the cursor
// of the next page. An empty cursor points to the first item; an empty next cursor
// means that there are no more items. The errors are [ErrMalformed],
// [ErrOtherRequest] and [ErrChanged].
func Slice[T any](all []T, key Key, cursor string, limit int) (items []T, next string, err error) {
	r, err := rangeOf(len(all), key, cursor, limit)
	if err != nil {
		return nil, "", err
	}
	return Part(all, r), r.Next, nil
}

// Range is the place of a page in a listing.
type Range struct {
	from, to int
	Next     string // the cursor of the next page; empty on the last one
}

// Part returns the items of a list that belong to a page. Several lists may share the pages of
// the longest of them: a page then has the items of each list at the same positions.
func Part[T any](list []T, r Range) []T { return list[min(r.from, len(list)):min(r.to, len(list))] }

func rangeOf(total int, key Key, cursor string, limit int) (Range, error) {
	offset, err := decode(cursor, key, total)
	if err != nil {
		return Range{}, err
	}
	r := Range{from: offset, to: min(offset+limit, total)}
	if r.to < total {
		r.Next = encode(key, r.to)
	}
	return r, nil
}

func encode(key Key, offset int) string {
	data := append(key.Request[:], key.State[:]...)
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(data, uint64(offset)))
}

func decode(cursor string, key Key, total int) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(data) <= headBytes {
		return 0, ErrMalformed
	}
	offset, n := binary.Uvarint(data[headBytes:])
	switch {
	case n != len(data)-headBytes || offset == 0:
		return 0, ErrMalformed
	case Digest(data[:digestBytes]) != key.Request:
		return 0, ErrOtherRequest
	case Digest(data[digestBytes:headBytes]) != key.State:
		return 0, ErrChanged
	case offset >= uint64(total):
		return 0, ErrMalformed // no page of this listing ends there
	}
	return int(offset), nil
}
