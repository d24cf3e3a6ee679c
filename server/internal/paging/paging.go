// Package paging divides lists that are held in memory into pages (AIP-158).
package paging

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"strconv"

	"google.golang.org/protobuf/proto"
)

// Page sizes of lists that are held in memory, as set by the contract.
const (
	defaultPageSize = 100
	maxPageSize     = 1000
)

// Size returns the maximum number of items of a page.
func Size(asked int32) int {
	if asked == 0 {
		return defaultPageSize
	}
	return min(int(asked), maxPageSize)
}

// A page token consists of the fingerprint of the list, the fingerprint of its contents, and an offset. It is
// opaque but not secret: a forged token gives access only to items that the list contains anyway.
const fingerprintBytes = 8

// List identifies a list: the request without its page fields, and the revision of the contents.
type List struct {
	query    [fingerprintBytes]byte
	revision [fingerprintBytes]byte
}

// NewList returns the list with the given name and filter at a revision.
func NewList(name, filter, revision string) List {
	return List{query: fingerprint(name, filter), revision: fingerprint(revision)}
}

// fingerprint hashes parts. Each part is preceded by its length, so that different lists of parts never hash
// the same text.
func fingerprint(parts ...string) [fingerprintBytes]byte {
	h := sha256.New()
	for _, part := range parts {
		// Write of a hash never fails.
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return [fingerprintBytes]byte(h.Sum(nil))
}

// Token returns the page token for an offset.
func (l List) Token(offset int) string {
	raw := append(l.query[:], l.revision[:]...)
	//nolint:gosec // an offset is not negative
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(raw, uint64(offset)))
}

// Offset returns the offset that a token contains, or 0 for an empty token. length is the length of the list.
// The errors are [*TokenError] and [*ListChangedError].
func (l List) Offset(token string, length int) (int, error) {
	if token == "" {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) < 2*fingerprintBytes || [fingerprintBytes]byte(raw) != l.query {
		return 0, &TokenError{}
	}
	offset, n := binary.Uvarint(raw[2*fingerprintBytes:])
	if n != len(raw)-2*fingerprintBytes {
		return 0, &TokenError{}
	}
	if [fingerprintBytes]byte(raw[fingerprintBytes:]) != l.revision {
		return 0, &ListChangedError{}
	}
	if offset > uint64(length) { //nolint:gosec // a length is not negative
		return 0, &TokenError{}
	}
	return int(offset), nil //nolint:gosec // at most length
}

// Fill puts items into a page, starting at the token's offset: as many as were requested and fit into room,
// in bytes. An item that does not fit any page is shortened, so that it does not block the items after it.
// next is the token of the next page.
func Fill[T any, M proto.Message](
	list List, items []T, req Request, room int, message func(T) M, shorten func(M),
) (page []M, next string, err error) {
	offset, err := list.Offset(req.GetPageToken(), len(items))
	if err != nil {
		return nil, "", err
	}
	end := min(offset+Size(req.GetPageSize()), len(items))
	for ; offset < end; offset++ {
		m := message(items[offset])
		bytes := proto.Size(m) + ItemOverhead
		if bytes > room && len(page) > 0 {
			break
		}
		if bytes > room {
			shorten(m)
		}
		room -= bytes
		page = append(page, m)
	}
	if offset < len(items) {
		next = list.Token(offset)
	}
	return page, next, nil
}

// Request asks for a page.
type Request interface {
	GetPageSize() int32
	GetPageToken() string
}

// Bytes that a page needs in addition to its items, and an item in addition to its message.
const (
	MaxPageOverhead = 256
	ItemOverhead    = 8
)
