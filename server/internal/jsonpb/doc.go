// Package jsonpb converts between JSON text and google.protobuf.Struct directly, without maps or protojson,
// and reports values that cannot be converted exactly.
//
// A Struct holds doubles and valid UTF-8. JSON allows numbers of any size, duplicate keys, and strings that
// are not valid Unicode. Struct to JSON: a value that JSON cannot represent exactly is an [*Error]. JSON to
// Struct: every value is read, and inexact ones are recorded in [Losses].
package jsonpb

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// firstInexact is the smallest magnitude at which a double no longer identifies one integer: 2^53+1 is
// rounded to it.
const firstInexact = 1 << 53

// Problem is the kind of defect of a document.
type Problem int

const (
	// Malformed means that the text is not one JSON object in valid UTF-8 without duplicate keys.
	Malformed Problem = iota
	// TooDeep means that the document is nested beyond the limit.
	TooDeep
	// NotExact means that a Struct holds an integer beyond ±2^53.
	NotExact
	// NotJSON means that a Struct holds a value without a JSON form: NaN, an infinity, or a value without a
	// kind.
	NotJSON
)

// Error reports why a document was rejected.
type Error struct {
	Problem Problem
	// Pointer is the JSON pointer (RFC 6901) of the value; empty for the document itself.
	Pointer string
	// Detail is the description for people, without the pointer.
	Detail string
}

func (e *Error) Error() string {
	if e.Pointer == "" {
		return e.Detail
	}
	return fmt.Sprintf("%s: %s", e.Pointer, e.Detail)
}

// maxLosses is the largest number of losses in one result, as set by the contract.
const maxLosses = 32

// Losses records where a conversion was not exact. The zero value is empty. It is
// not safe for concurrent use.
type Losses struct {
	paths  []string
	prefix jsontext.Pointer
}

// NewLosses returns losses whose pointers all start with prefix. It is used for a value that has its own
// decoder.
func NewLosses(prefix jsontext.Pointer) *Losses { return &Losses{prefix: prefix} }

// Add records the value at p, unless the limit is reached. A member name and its value have the same pointer,
// which is recorded once.
func (l *Losses) Add(p jsontext.Pointer) {
	path := string(l.prefix + p)
	if n := len(l.paths); n < maxLosses && (n == 0 || l.paths[n-1] != path) {
		l.paths = append(l.paths, path)
	}
}

// Merge adds the losses of other.
func (l *Losses) Merge(other *Losses) {
	room := maxLosses - len(l.paths)
	l.paths = append(l.paths, other.paths[:min(room, len(other.paths))]...)
}

// Paths returns the JSON pointers in document order. It returns nil if nothing was lost.
func (l *Losses) Paths() []string { return l.paths }
