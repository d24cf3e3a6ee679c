package resources

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// codeNotFoundLegacy is the JSON-RPC code of an unknown resource up to revision 2025-11-25.
// From revision 2026-07-28 on, it has the code of invalid parameters, which the SDK uses for
// all revisions.
const codeNotFoundLegacy = -32002

func unknownResource() error {
	return &toolerror.Error{
		Code: toolerror.ResourceNotFound, Message: "no resource has this URI",
		Hint: "resources/list and resources/templates/list return the resources",
	}
}

// readError returns the protocol error of a failed read: unlike a tool call, a read has
// no result for errors. The data is a [toolerror.Error]. For an unknown resource, project or
// element it also has the URI, as the protocol requires; other errors have no URI, so
// that clients can distinguish them where the JSON-RPC codes are the same.
func readError(err error, uri string, modern bool) error {
	if cancelled := call.Cancelled(err, "read"); cancelled != nil {
		return cancelled
	}
	var sdk *jsonrpc.Error
	if errors.As(err, &sdk) {
		if sdk.Code != jsonrpc.CodeInvalidParams {
			return err
		}
		err = unknownResource() // the SDK has no other error with this code
	}
	tool := toolerror.From(err)
	data := struct {
		URI *string `json:"uri,omitempty"`
		*toolerror.Error
	}{Error: tool}
	out := &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: errorLine(tool)}
	switch tool.Code {
	case toolerror.ResourceNotFound, toolerror.ProjectNotFound, toolerror.ElementNotFound:
		data.URI = &uri
		out.Message = "Resource not found: " + out.Message
		if !modern {
			out.Code = codeNotFoundLegacy
		}
	case toolerror.Internal:
		out.Code = jsonrpc.CodeInternalError
	default: // the code of the tool error is enough
	}
	var failed error
	if out.Data, failed = json.Marshal(data); failed != nil {
		return fmt.Errorf("encode tool error: %w", failed)
	}
	return out
}

// errorLine returns a tool error in one line: most clients show only the message of a
// protocol error.
func errorLine(e *toolerror.Error) string {
	text := e.Message
	if len(e.Candidates) > 0 {
		text += "; candidates: " + strings.Join(e.Candidates, ", ")
		if more := e.CandidatesTotal - len(e.Candidates); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// isModern reports whether a request has revision 2026-07-28 or later. Only those state
// the revision in every request.
func isModern(req *mcp.ReadResourceRequest) bool {
	_, ok := req.Params.GetMeta()[mcp.MetaKeyProtocolVersion]
	return ok
}
