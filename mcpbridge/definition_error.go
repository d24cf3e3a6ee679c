package mcpbridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// definitionError is why a definition that a server listed cannot be used.
type definitionError struct {
	// index is its position in the list, from 0.
	index int
	// name identifies it if it has a readable name or URI.
	name string
	// field is the path of the unusable field; empty: the whole definition.
	field string
	err   error
}

// newDefinitionError describes err, which the definition raw at index caused.
func newDefinitionError(index int, raw json.RawMessage, err error) *definitionError {
	out := &definitionError{index: index, err: err}
	for _, key := range []string{"uri", "uriTemplate", "name"} {
		if name := stringMember(raw, key); name != "" {
			out.name = name
		}
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		// The text of wrong names Go types.
		out.field, out.err = wrong.Field, fmt.Errorf("a JSON %s is not allowed here", wrong.Value)
	}
	return out
}

// stringMember returns a member of an object that is a string, else "".
func stringMember(raw json.RawMessage, key string) string {
	var members map[string]json.RawMessage
	var text string
	if json.Unmarshal(raw, &members) != nil || json.Unmarshal(members[key], &text) != nil {
		return ""
	}
	return text
}

func (e *definitionError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *definitionError) Unwrap() error { return e.err }

// maxLoggedName bounds the name of an unusable definition in the log, in bytes.
const maxLoggedName = 256

// attrs returns the attributes of the log record. clean masks the server's text.
func (e *definitionError) attrs(clean func(string) string) []any {
	attrs := []any{slog.Int("index", e.index)}
	if e.name != "" {
		name := clean(e.name)
		attrs = append(attrs, slog.String("name", strings.ToValidUTF8(name[:min(len(name), maxLoggedName)], "")))
	}
	if e.field != "" {
		attrs = append(attrs, slog.String("field", e.field))
	}
	return attrs
}
