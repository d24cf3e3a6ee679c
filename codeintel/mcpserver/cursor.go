package mcpserver

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
)

// A cursor is an offset with a digest of everything the offset depends on: the
// tool, its arguments and the contents of the project. The page size is not
// part of it, so it may change between pages.
const cursorDigestBytes = 12

// pageKey digests what a cursor is bound to.
func pageKey(parts ...any) [cursorDigestBytes]byte {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, p := range parts {
		_ = enc.Encode(p) // strings, numbers and their slices cannot fail
	}
	return [cursorDigestBytes]byte(h.Sum(nil)[:cursorDigestBytes])
}

func encodeCursor(key [cursorDigestBytes]byte, offset int) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(key[:], uint64(offset)))
}

// decodeCursor returns the offset a cursor stands for. The empty cursor is the
// beginning; one that was made for something else is refused.
func decodeCursor(cursor string, key [cursorDigestBytes]byte, total int) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	const hint = "start again without cursor"
	data, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(data) <= cursorDigestBytes {
		return 0, invalidInput(hint, "cursor is not one that this tool handed out; start again without it")
	}
	if [cursorDigestBytes]byte(data) != key {
		return 0, invalidInput(hint, "cursor belongs to other arguments, or the project has changed since; start again without it")
	}
	offset, n := binary.Uvarint(data[cursorDigestBytes:])
	if n != len(data)-cursorDigestBytes || offset == 0 || offset >= uint64(total) {
		return 0, invalidInput(hint, "cursor is not one that this tool handed out; start again without it")
	}
	return int(offset), nil
}

// page cuts one page out of all items.
func page[T any](all []T, key [cursorDigestBytes]byte, cursor string, limit int) (items []T, next string, err error) {
	offset, err := decodeCursor(cursor, key, len(all))
	if err != nil {
		return nil, "", err
	}
	end := min(offset+limit, len(all))
	if end < len(all) {
		next = encodeCursor(key, end)
	}
	return all[offset:end], next, nil
}
