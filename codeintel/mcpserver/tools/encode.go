package tools

import (
	"bytes"
	"encoding/json"
)

// JSONAppender is a response that has its own encoder.
type JSONAppender interface {
	// AppendJSON appends the encoded response to a slice. The JSON must equal that of package
	// encoding/json without HTML escapes.
	AppendJSON(to []byte) ([]byte, error)
}

// Encode returns a response as compact JSON. It does not escape the characters <, > and &.
func Encode(v any) ([]byte, error) {
	if a, ok := v.(JSONAppender); ok {
		return a.AppendJSON(nil)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
