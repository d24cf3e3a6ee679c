package server

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"strconv"

	"google.golang.org/protobuf/proto"
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
		return 0, &listChangedError{}
	}
	if offset > uint64(size) {
		return 0, &pageTokenError{}
	}
	return int(offset), nil
}

// fillPage puts items into a page, from where token says on: as many as were asked
// for and fit into room, in bytes. An item that fits no page is shortened, so that
// it does not hide those behind it. next is the token of the next page.
func fillPage[T any, M proto.Message](list pageList, items []T, req pageRequest, room int, message func(T) M, shorten func(M)) (page []M, next string, err error) {
	offset, err := list.offset(req.GetPageToken(), len(items))
	if err != nil {
		return nil, "", err
	}
	end := min(offset+pageSize(req.GetPageSize()), len(items))
	for ; offset < end; offset++ {
		m := message(items[offset])
		size := proto.Size(m) + itemOverhead
		if size > room && len(page) > 0 {
			break
		}
		if size > room {
			shorten(m)
		}
		room -= size
		page = append(page, m)
	}
	if offset < len(items) {
		next = list.token(offset)
	}
	return page, next, nil
}

// pageRequest asks for a page.
type pageRequest interface {
	GetPageSize() int32
	GetPageToken() string
}

// Bytes that a page needs beside its items, and an item beside its message.
const (
	maxPageOverhead = 256
	itemOverhead    = 8
)
