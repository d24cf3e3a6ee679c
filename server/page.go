package server

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"strconv"
)

// Page sizes of lists held in memory, by the contract.
const (
	defaultPageSize = 100
	maxPageSize     = 1000
)

// pageSize is the number of items to put in a page at most.
func pageSize(asked int32) int {
	if asked == 0 {
		return defaultPageSize
	}
	return min(int(asked), maxPageSize)
}

// A page token is the list's fingerprint, the fingerprint of its contents and an
// offset. It is opaque but no secret: one made by hand reaches nothing that the
// list would not show.
const fingerprintBytes = 8

// pageList identifies a list: what was asked for, and the state that it had.
type pageList struct {
	query    [fingerprintBytes]byte
	revision [fingerprintBytes]byte
}

func newPageList(name, filter, revision string) pageList {
	return pageList{query: fingerprint(name, filter), revision: fingerprint(revision)}
}

// fingerprint hashes parts, each preceded by its length so that no two lists of
// parts run together.
func fingerprint(parts ...string) [fingerprintBytes]byte {
	h := sha256.New()
	for _, part := range parts {
		// A hash's Write does not fail.
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return [fingerprintBytes]byte(h.Sum(nil))
}

func (l pageList) token(offset int) string {
	raw := append(l.query[:], l.revision[:]...)
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(raw, uint64(offset)))
}

// offset reads a token; an empty one is the start. size is the list's length.
func (l pageList) offset(token string, size int) (int, error) {
	if token == "" {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) < 2*fingerprintBytes || [fingerprintBytes]byte(raw) != l.query {
		return 0, &pageTokenError{}
	}
	offset, n := binary.Uvarint(raw[2*fingerprintBytes:])
	if n != len(raw)-2*fingerprintBytes {
		return 0, &pageTokenError{}
	}
	if [fingerprintBytes]byte(raw[fingerprintBytes:]) != l.revision {
		return 0, &pageTokenError{stale: true}
	}
	if offset > uint64(size) {
		return 0, &pageTokenError{}
	}
	return int(offset), nil
}
