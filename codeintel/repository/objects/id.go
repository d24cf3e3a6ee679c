package objects

import (
	"crypto/sha1" //nolint:gosec // git's object names
	"encoding/hex"
	"strconv"
)

// IDSize is the length of an object name in bytes.
const IDSize = sha1.Size

// ID is the name of an object: the SHA-1 of its kind, size and content.
type ID [IDSize]byte

// ParseID parses the 40 hexadecimal digits of an object name.
func ParseID(text string) (id ID, ok bool) {
	if len(text) != 2*IDSize {
		return ID{}, false
	}
	_, err := hex.Decode(id[:], []byte(text))
	return id, err == nil
}

// String returns the name as 40 lower-case hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// IsZero reports whether the name is that of no object.
func (id ID) IsZero() bool { return id == ID{} }

// Kind is the kind of an object. The values are those of packs.
type Kind uint8

// The kinds of objects.
const (
	Commit Kind = 1
	Tree   Kind = 2
	Blob   Kind = 3
	Tag    Kind = 4
)

// String returns the name of the kind as git writes it.
func (k Kind) String() string {
	switch k {
	case Commit:
		return "commit"
	case Tree:
		return "tree"
	case Blob:
		return "blob"
	case Tag:
		return "tag"
	default:
		return "kind " + strconv.Itoa(int(k))
	}
}

func kindOf(name string) (Kind, bool) {
	for _, k := range []Kind{Commit, Tree, Blob, Tag} {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

// Header returns the bytes that git hashes before the content of an object.
func Header(kind Kind, size int64) []byte {
	return append(strconv.AppendInt([]byte(kind.String()+" "), size, 10), 0)
}

// IDOf returns the name of an object.
func IDOf(kind Kind, content []byte) ID {
	h := sha1.New() //nolint:gosec // git's object names
	h.Write(Header(kind, int64(len(content))))
	h.Write(content)
	return ID(h.Sum(nil))
}
