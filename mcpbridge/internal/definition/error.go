// Package definition describes definitions of tools and resources that cannot be used.
package definition

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// Error is why a definition that a server listed cannot be used.
type Error struct {
	// Index is the position of the definition in the list, from 0.
	Index int
	// Name is the name or URI of the definition; empty if it has no readable
	// one.
	Name string
	// Field is the path of the unusable field; empty: the whole definition.
	Field string
	err   error
}

// NewError describes err, the error of the definition "raw" at the position
// "index" of its list.
func NewError(index int, raw json.RawMessage, err error) *Error {
	out := &Error{Index: index, err: err}
	for _, key := range []string{"uri", "uriTemplate", "name"} {
		if name := stringMember(raw, key); name != "" {
			out.Name = name
		}
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		// The text of this error would name Go types.
		out.Field, out.err = wrong.Field, fmt.Errorf("a JSON %s is not allowed here", wrong.Value)
	}
	return out
}

// stringMember returns the value of a member of a JSON object if it is a
// string, otherwise "".
func stringMember(raw json.RawMessage, key string) string {
	var members map[string]json.RawMessage
	var text string
	if json.Unmarshal(raw, &members) != nil || json.Unmarshal(members[key], &text) != nil {
		return ""
	}
	return text
}

// Error returns the text of the cause.
func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// maxLoggedName bounds the name of an unusable definition in the log, in bytes.
const maxLoggedName = 256

// Attrs returns the attributes of a log record. clean masks the server's text.
func (e *Error) Attrs(clean func(string) string) []any {
	attrs := []any{slog.Int("index", e.Index)}
	if e.Name != "" {
		name := clean(e.Name)
		attrs = append(attrs, slog.String("name", strings.ToValidUTF8(name[:min(len(name), maxLoggedName)], "")))
	}
	if e.Field != "" {
		attrs = append(attrs, slog.String("field", e.Field))
	}
	return attrs
}
