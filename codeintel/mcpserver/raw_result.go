package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/stdio"
)

// rawResults returns middleware that writes the encoded responses of tools without
// encoding them again: for responses of megabytes, the SDK would take longer than the tool.
func rawResults(results *stdio.Results) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if r, ok := res.(*mcp.CallToolResult); ok && err == nil && r.Meta == nil {
				if response, ok := r.StructuredContent.(json.RawMessage); ok {
					return &rawResult{r, response, results}, nil
				}
			}
			return res, err
		}
	}
}

// rawResult is a result whose only content is the structured content as text.
type rawResult struct {
	*mcp.CallToolResult
	response json.RawMessage // from an encoder: as a string, only quotes and backslashes need an escape
	results  *stdio.Results
}

// MarshalJSON implements [json.Marshaler].
func (r *rawResult) MarshalJSON() ([]byte, error) {
	rest := *r.CallToolResult
	rest.Content, rest.StructuredContent = []mcp.Content{}, nil
	frame, err := rest.MarshalJSON()
	if err != nil {
		return nil, err
	}
	before, after, _ := bytes.Cut(frame, []byte(`"content":[]`)) // every result has it
	return r.results.Hold(before, []byte(`"content":[{"type":"text","text":"`), escaped(r.response),
		[]byte(`"}],"structuredContent":`), r.response, after)
}

// escaped returns encoded JSON as the content of a JSON string.
func escaped(response []byte) []byte {
	escapes := bytes.Count(response, []byte(`"`)) + bytes.Count(response, []byte(`\`))
	out := make([]byte, 0, len(response)+escapes)
	from := 0
	for i, c := range response {
		if c == '"' || c == '\\' {
			out = append(append(out, response[from:i]...), '\\')
			from = i
		}
	}
	return append(out, response[from:]...)
}
