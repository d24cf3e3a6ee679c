package server

import (
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// toolMessage converts a tool for lists. Its schemas are shared between messages and must not be changed.
func (b *backend) toolMessage(t *mcpbridge.Tool) *toolv1.Tool {
	input := b.calls.Schemas.Schema(t.Digest, t.InputSchema)
	return &toolv1.Tool{
		Server:           t.Server,
		Name:             text.Valid(t.Name),
		Title:            text.Valid(t.Title),
		Description:      text.Valid(t.Description),
		InputSchema:      input.Struct,
		OutputSchema:     b.outputSchema(t),
		Annotations:      annotationsMessage(t.Annotations),
		OwnsBareName:     t.Bound,
		Repeatable:       t.Repeatable,
		DefinitionDigest: t.Digest,
		SchemaProblem:    input.Problem,
	}
}

// outputSchema returns the tool's output schema. It returns nil if there is none or if it is not a JSON
// object.
func (b *backend) outputSchema(t *mcpbridge.Tool) *structpb.Struct {
	if len(t.OutputSchema) == 0 {
		return nil
	}
	schema, err := jsonpb.ParseStruct(t.OutputSchema, b.Limits.JSONDepth, new(jsonpb.Losses))
	if err != nil {
		return nil
	}
	return schema
}

// annotationsMessage returns nil if the server gives no hint.
func annotationsMessage(a mcpbridge.Annotations) *toolv1.ToolAnnotations {
	if a.ReadOnlyHint == nil && a.DestructiveHint == nil && a.IdempotentHint == nil && a.OpenWorldHint == nil {
		return nil
	}
	return &toolv1.ToolAnnotations{
		ReadOnlyHint:    a.ReadOnlyHint,
		DestructiveHint: a.DestructiveHint,
		IdempotentHint:  a.IdempotentHint,
		OpenWorldHint:   a.OpenWorldHint,
	}
}

func unavailableMessages(problems []mcpbridge.ServerProblem) []*commonv1.UnavailableServer {
	var all []*commonv1.UnavailableServer
	for _, p := range problems {
		failure := p.Err
		if failure == nil { // not ready and no failure: it is starting
			failure = &mcpbridge.Error{Kind: mcpbridge.KindServerUnavailable, Server: p.Server}
		}
		reason, message := failureText(p.Server, failure)
		all = append(all, &commonv1.UnavailableServer{Server: p.Server, Reason: reason, Message: message})
	}
	return all
}

// failureText returns the reason and the message of a server's failure outside a call.
func failureText(server string, e *mcpbridge.Error) (commonv1.ErrorReason, string) {
	named := *e
	named.Server = server
	if named.Kind == mcpbridge.KindServerExited { // without a call, the text about its execution does not apply
		message := fmt.Sprintf("the process of server %q exited", server) + failure.DuringStart(e.Stage)
		return failure.Reason(named.Kind), message
	}
	return failure.Reason(named.Kind), failure.Message(&named)
}
