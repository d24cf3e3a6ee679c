package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// codeNoResource is the refusal of a URI that names no resource of ours.
const codeNoResource = "RESOURCE_NOT_FOUND"

// codeNotFoundLegacy is the JSON-RPC code of an unknown resource up to revision
// 2025-11-25. From 2026-07-28 on it is that of invalid parameters, which the SDK
// uses for all revisions.
const codeNotFoundLegacy = -32002

func unknownResource() error {
	return &refusal{
		Code: codeNoResource, Message: "no resource has this URI",
		Hint: "resources/list and resources/templates/list tell which there are",
	}
}

// readError turns a failed read into a protocol error: reads have no other way
// to refuse. An unknown resource, project or element has the URI in its data, as
// the protocol wants; what else is wrong with a URI has not, so that the two can
// be told apart where their codes are the same.
func readError(err error, uri string, modern bool) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &jsonrpc.Error{Code: codeCancelled, Message: "the read was cancelled"}
	}
	var sdk *jsonrpc.Error
	if errors.As(err, &sdk) {
		if sdk.Code != jsonrpc.CodeInvalidParams {
			return err
		}
		err = unknownResource() // the SDK's word for it
	}
	no := asRefusal(err)
	data := struct {
		URI *string `json:"uri,omitempty"`
		*refusal
	}{refusal: no}
	out := &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: no.words()}
	switch no.Code {
	case codeNoResource, codeProjectNotFound, codeElementNotFound:
		data.URI = &uri
		out.Message = "Resource not found: " + out.Message
		if !modern {
			out.Code = codeNotFoundLegacy
		}
	case codeInternal:
		out.Code = jsonrpc.CodeInternalError
	}
	var failed error
	if out.Data, failed = json.Marshal(data); failed != nil {
		return fmt.Errorf("encode refusal: %w", failed)
	}
	return out
}

// words is all that a refusal says, in one line: the message is what clients show
// of a protocol error, few of them its data.
func (r *refusal) words() string {
	text := r.Message
	if len(r.Candidates) > 0 {
		text += "; candidates: " + strings.Join(r.Candidates, ", ")
	}
	if r.Hint != "" {
		text += "; " + r.Hint
	}
	return text
}

// isModern reports a request of revision 2026-07-28 or later: those say so each.
func isModern(req *mcp.ReadResourceRequest) bool {
	_, ok := req.Params.GetMeta()[mcp.MetaKeyProtocolVersion]
	return ok
}
