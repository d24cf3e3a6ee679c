// Package paging cuts long answers into pages that cannot be mixed up.
//
// A cursor is an offset with a digest of everything the offset depends on: the
// tool, its arguments and the contents of the project. The page size is not
// part of it, so it may change between pages.
package paging

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
)

var (
	// ErrMalformed says that a cursor is none that was handed out.
	ErrMalformed = errors.New("cursor is not one that this tool handed out")
	// ErrOther says that a cursor was made for something else.
	ErrOther = errors.New("cursor belongs to other arguments, or the project has changed since")
)

const keyBytes = 12

// Key digests what a cursor is bound to.
type Key [keyBytes]byte

// NewKey returns the key of these parts: strings, numbers, booleans, slices and
// arrays of them.
func NewKey(parts ...any) Key {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, p := range parts {
		_ = enc.Encode(p) // such values cannot fail
	}
	return Key(h.Sum(nil)[:keyBytes])
}

// Page returns the items that cursor stands for, the first ones if it is empty,
// and the cursor of the next page, empty if there is none.
func Page[T any](all []T, key Key, cursor string, limit int) (items []T, next string, err error) {
	offset, err := decode(cursor, key, len(all))
	if err != nil {
		return nil, "", err
	}
	end := min(offset+limit, len(all))
	if end < len(all) {
		next = encode(key, end)
	}
	return all[offset:end], next, nil
}

func encode(key Key, offset int) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(key[:], uint64(offset)))
}

func decode(cursor string, key Key, total int) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(data) <= keyBytes {
		return 0, ErrMalformed
	}
	if Key(data[:keyBytes]) != key {
		return 0, ErrOther
	}
	offset, n := binary.Uvarint(data[keyBytes:])
	if n != len(data)-keyBytes || offset == 0 || offset >= uint64(total) {
		return 0, ErrMalformed
	}
	return int(offset), nil
}
