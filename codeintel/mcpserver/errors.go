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

// The codes of a tool's no. They are part of the contract.
const (
	codeInvalidInput     = "INVALID_INPUT"
	codeInvalidCursor    = "INVALID_CURSOR"
	codeProjectNotFound  = "PROJECT_NOT_FOUND"
	codeElementNotFound  = "ELEMENT_NOT_FOUND"
	codeElementAmbiguous = "ELEMENT_AMBIGUOUS"
	codeOutsideRoots     = "OUTSIDE_ROOTS"
	codeIndexNotFound    = "INDEX_NOT_FOUND"
	codeIndexInvalid     = "INDEX_INVALID"
	codeWriteFailed      = "WRITE_FAILED"
	codeProjectChanging  = "PROJECT_CHANGING"
	codeInternal         = "INTERNAL"
)

// codeCancelled is the JSON-RPC error code of a cancelled call. MCP defines none;
// this one is the Language Server Protocol's.
const codeCancelled = -32800

// refusal is a tool's no: something the caller can read and act on.
type refusal struct {
	Code       string   `json:"code"`
	Message    string   `json:"message"`
	Hint       string   `json:"hint,omitempty"`
	Candidates []string `json:"candidates,omitempty"`
}

func (r *refusal) Error() string { return r.Code + ": " + r.Message }

func invalidInput(hint, format string, args ...any) error {
	return &refusal{Code: codeInvalidInput, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// badCursor refuses a cursor by a code of its own: a caller that has turned pages
// begins anew, where other invalid input wants another request.
func badCursor(err error) error {
	return &refusal{Code: codeInvalidCursor, Message: err.Error() + "; start again without it", Hint: "leave cursor out"}
}

// result turns a handler's outcome into a tool result. A cancelled call is no
// refusal: the error goes up, and the session answers nothing or a protocol
// error, as the protocol demands.
func result(answer any, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil, &jsonrpc.Error{Code: codeCancelled, Message: "the call was cancelled"}
		}
		return refused(asRefusal(err))
	}
	text, err := compact(answer)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: json.RawMessage(text),
	}, nil
}

func asRefusal(err error) *refusal {
	var no *refusal
	switch {
	case errors.As(err, &no):
		return no
	case errors.Is(err, fs.ErrPermission):
		return &refusal{Code: codeProjectNotFound, Message: "the project cannot be read: " + err.Error(), Hint: "the server's user needs access to the folder"}
	case errors.Is(err, index.ErrChanging):
		return &refusal{Code: codeProjectChanging, Message: err.Error(), Hint: "ask again once they are written"}
	default:
		return &refusal{Code: codeInternal, Message: err.Error()}
	}
}

// orGone is the error of a call about a project, which may have been deleted
// meanwhile: whatever failed then, that is why.
func (a arguments) orGone(err error) error {
	var no *refusal
	if err == nil || len(a["project_path"]) == 0 || errors.As(err, &no) || errors.Is(err, context.Canceled) {
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

func refused(no *refusal) (*mcp.CallToolResult, error) {
	text, err := json.Marshal(struct {
		Success bool     `json:"success"`
		Error   *refusal `json:"error"`
	}{Error: no})
	if err != nil {
		return nil, fmt.Errorf("encode refusal: %w", err)
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil
}
