// Package jsonpb converts between JSON text and google.protobuf.Struct without a
// detour through maps or protojson, and says where the two differ.
//
// A Struct holds doubles and valid UTF-8. JSON holds numbers of any size, keys
// twice, and strings that are no Unicode. Towards JSON everything that a Struct
// cannot have meant is refused ([Error]); from JSON everything is read and what
// was changed is recorded ([Losses]).
package jsonpb

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// firstInexact is the least magnitude that stands for more than one integer once
// it is a double: 2^53+1 is rounded to it.
const firstInexact = 1 << 53

// Problem classifies what is wrong with a document.
type Problem int

const (
	// Malformed means that the text is not one JSON object in valid UTF-8 without
	// repeated keys.
	Malformed Problem = iota
	// TooDeep means that it is nested beyond the limit.
	TooDeep
	// NotExact means that a number is an integer beyond ±2^53 in a Struct.
	NotExact
	// NotJSON means that a Struct holds what JSON has no form for: NaN, an
	// infinity, a value without a kind.
	NotJSON
)

// Error says why a document was refused.
type Error struct {
	Problem Problem
	// Pointer (RFC 6901) to the value; empty for the document itself.
	Pointer string
	// Detail for people, without the pointer.
	Detail string
}

func (e *Error) Error() string {
	if e.Pointer == "" {
		return e.Detail
	}
	return fmt.Sprintf("%s: %s", e.Pointer, e.Detail)
}

// maxLosses is the most that one result records, by the contract.
const maxLosses = 32

// Losses records where a conversion was not exact. The zero value is empty. It is
// not safe for concurrent use.
type Losses struct {
	paths  []string
	prefix jsontext.Pointer
}

// NewLosses returns losses whose pointers all start with prefix, for a value that
// is read by a decoder of its own.
func NewLosses(prefix jsontext.Pointer) *Losses { return &Losses{prefix: prefix} }

// Add records the value at p, unless there are enough already. A name and its
// value have one pointer, which stands once.
func (l *Losses) Add(p jsontext.Pointer) {
	path := string(l.prefix + p)
	if n := len(l.paths); n < maxLosses && (n == 0 || l.paths[n-1] != path) {
		l.paths = append(l.paths, path)
	}
}

// Merge adds what other recorded.
func (l *Losses) Merge(other *Losses) {
	room := maxLosses - len(l.paths)
	l.paths = append(l.paths, other.paths[:min(room, len(other.paths))]...)
}

// Paths returns the JSON pointers in document order; nil: nothing was lost.
func (l *Losses) Paths() []string { return l.paths }
