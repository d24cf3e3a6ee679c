package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
)

// codeCancelled is the JSON-RPC error code of a cancelled call. MCP defines none;
// this one is the Language Server Protocol's.
const codeCancelled = -32800

// toolError is the error object of a tool result with isError, and of the data of a
// failed resource read.
type toolError struct {
	Code    errorCode `json:"code"`
	Message string    `json:"message"`
	// Hint says what the caller can do about it. Empty if there is nothing to say.
	Hint string `json:"hint,omitempty"`
	// Candidates are ids of elements and files, at most 20: the elements that an
	// ambiguous name matches, by file and position, or those with a similar name, the
	// most similar first.
	Candidates []string `json:"candidates,omitempty"`
	// CandidatesTotal counts the candidates, those beyond the bound included.
	CandidatesTotal int `json:"candidates_total,omitempty"`
}

func (e *toolError) Error() string { return string(e.Code) + ": " + e.Message }

func invalidInput(hint, format string, args ...any) error {
	return &toolError{Code: codeInvalidInput, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// result turns a handler's outcome into a tool result. A cancelled call is a
// protocol error instead: the session drops it or sends it, as the protocol demands.
func result(answer any, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil, &jsonrpc.Error{Code: codeCancelled, Message: "the call was cancelled"}
		}
		return errorResult(asToolError(err))
	}
	text, err := compact(answer)
	if err != nil {
		return nil, fmt.Errorf("encode result: %w", err)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: json.RawMessage(text),
	}, nil
}

// asToolError returns the tool error in err, or the one that describes err best.
func asToolError(err error) *toolError {
	var tool *toolError
	switch {
	case errors.As(err, &tool):
		return tool
	case errors.Is(err, fs.ErrPermission):
		return &toolError{
			Code: codeProjectNotFound, Message: "the project cannot be read: " + err.Error(),
			Hint: "the server's user needs access to the folder",
		}
	case errors.Is(err, index.ErrChanging):
		return &toolError{Code: codeProjectChanging, Message: err.Error(), Hint: "call again once no files are being written"}
	default:
		return &toolError{Code: codeInternal, Message: err.Error()}
	}
}

// orGone returns the error of a call about a project. If the project has been deleted
// during the call, that is the error, whatever has failed because of it.
func (a arguments) orGone(err error) error {
	var tool *toolError
	if err == nil || len(a["project_path"]) == 0 || errors.As(err, &tool) || errors.Is(err, context.Canceled) {
		return err
	}
	if _, gone := a.projectRoot(); gone != nil {
		return gone
	}
	return err
}

// compact encodes as JSON without spaces, and without escapes that only browsers
// need.
func compact(v any) ([]byte, error) {
	if a, ok := v.(interface {
		appendJSON(to []byte) ([]byte, error)
	}); ok {
		return a.appendJSON(nil)
	}
	return encode(v)
}

func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

func errorResult(e *toolError) (*mcp.CallToolResult, error) {
	text, err := json.Marshal(struct {
		Success bool       `json:"success"`
		Error   *toolError `json:"error"`
	}{Error: e})
	if err != nil {
		return nil, fmt.Errorf("encode tool error: %w", err)
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil
}
