package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/stdio"
)

// encoded has the answers of tools written as they were encoded: for one of
// megabytes, what the SDK does with it takes longer than to find it out.
func encoded(results *stdio.Results) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if r, ok := res.(*mcp.CallToolResult); ok && err == nil && r.Meta == nil {
				if answer, ok := r.StructuredContent.(json.RawMessage); ok {
					return &toolResult{r, answer, results}, nil
				}
			}
			return res, err
		}
	}
}

// toolResult is a result whose content is what it has for structured content, as
// text.
type toolResult struct {
	*mcp.CallToolResult
	answer  json.RawMessage // of an encoder: within a string, only quotes and backslashes need an escape
	results *stdio.Results
}

// MarshalJSON implements [json.Marshaler].
func (r *toolResult) MarshalJSON() ([]byte, error) {
	rest := *r.CallToolResult
	rest.Content, rest.StructuredContent = []mcp.Content{}, nil
	frame, err := rest.MarshalJSON()
	if err != nil {
		return nil, err
	}
	before, after, _ := bytes.Cut(frame, []byte(`"content":[]`)) // it is always there
	return r.results.Hold(before, []byte(`"content":[{"type":"text","text":"`), escaped(r.answer),
		[]byte(`"}],"structuredContent":`), r.answer, after)
}

// escaped returns encoded JSON as it stands within a JSON string.
func escaped(answer []byte) []byte {
	out := make([]byte, 0, len(answer)+bytes.Count(answer, []byte(`"`))+bytes.Count(answer, []byte(`\`)))
	from := 0
	for i, c := range answer {
		if c == '"' || c == '\\' {
			out = append(append(out, answer[from:i]...), '\\')
			from = i
		}
	}
	return append(out, answer[from:]...)
}
