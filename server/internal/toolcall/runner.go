// Package toolcall runs tools for the RPCs: it finds the tool, checks the arguments, calls the bridge and
// describes the result.
package toolcall

import (
	"context"
	"errors"

	"google.golang.org/protobuf/proto"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/toolschema"
)

// Tools finds and runs tools. *mcpbridge.Bridge implements it. All methods may be called concurrently.
type Tools interface {
	// Tool returns one tool. If server is empty, the bare name selects the server.
	Tool(ctx context.Context, server, name string) (*mcpbridge.Tool, error)
	// CallTool runs a tool once.
	CallTool(ctx context.Context, call mcpbridge.Call) (*mcpbridge.Result, error)
}

// Limits bound messages. All must be positive.
type Limits struct {
	ResponseBytes      int // of a unary response
	ChunkBytes         int // of a piece of a stream
	ServerMessageBytes int // of a message from an upstream server
	JSONDepth          int // of arguments and typed results
}

// Runner finds tools, checks arguments and runs calls. It is immutable and safe for concurrent use.
type Runner struct {
	Tools   Tools
	Schemas *toolschema.Cache
	Limits  Limits
	// Principal returns the name of the caller.
	Principal func(context.Context) string
}

// Prepare finds the tool of a request and checks the arguments before they are sent to any server.
func (r *Runner) Prepare(ctx context.Context, req *toolv1.CallToolRequest) (Call, error) {
	tool, err := r.Find(ctx, req.GetServer(), req.GetName())
	if err != nil {
		return Call{}, err
	}
	arguments, err := r.arguments(req)
	if err != nil {
		var problem *jsonpb.Error
		if errors.As(err, &problem) {
			err = &ArgumentsError{server: tool.Server, tool: tool.Name, err: problem}
		}
		return Call{}, err
	}
	return r.Check(ctx, tool, arguments)
}

// Find finds a tool. A failure names the tool even if it concerns the server.
func (r *Runner) Find(ctx context.Context, server, name string) (*mcpbridge.Tool, error) {
	tool, err := r.Tools.Tool(ctx, server, name)
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Tool == "" {
		named := *failure // it may be shared
		named.Tool = name
		return nil, &named
	}
	return tool, err
}

func (r *Runner) arguments(req *toolv1.CallToolRequest) ([]byte, error) {
	if raw, ok := req.GetArgs().(*toolv1.CallToolRequest_ArgumentsJson); ok {
		return jsonpb.Compact(raw.ArgumentsJson, r.Limits.JSONDepth)
	}
	return jsonpb.AppendStruct(nil, req.GetArguments(), r.Limits.JSONDepth)
}

// Check checks arguments, which is one line of JSON, against the tool's schema.
func (r *Runner) Check(ctx context.Context, tool *mcpbridge.Tool, arguments []byte) (Call, error) {
	broken, err := r.Schemas.Schema(tool.Digest, tool.InputSchema).Check(ctx, arguments)
	if err != nil {
		failure := Ended(tool.Server, tool.Name, err)
		failure.Stage = mcpbridge.StageRoute
		return Call{}, failure
	}
	if len(broken) > 0 {
		return Call{}, &SchemaError{server: tool.Server, tool: tool.Name, violations: broken}
	}
	return Call{
		Call: mcpbridge.Call{
			Server: tool.Server, Tool: tool.Name, Arguments: arguments, Principal: r.Principal(ctx),
		},
		Repeatable: tool.Repeatable,
	}, nil
}

// Ended returns the failure of a call whose context ended with err outside the bridge.
func Ended(server, tool string, err error) *mcpbridge.Error {
	failure := &mcpbridge.Error{Kind: mcpbridge.KindCanceled, Server: server, Tool: tool, Err: err}
	if errors.Is(err, context.DeadlineExceeded) {
		failure.Kind = mcpbridge.KindDeadlineExceeded
	}
	return failure
}

// Run runs the tool once. It adds the limits to failures of the bridge.
func (r *Runner) Run(ctx context.Context, call Call) (*mcpbridge.Result, error) {
	result, err := r.Tools.CallTool(ctx, call.Call)
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Kind == mcpbridge.KindResponseTooLarge {
		return nil, &LimitError{Failure: failure, Limit: r.Limits.ServerMessageBytes}
	}
	return result, err
}

// CheckSize returns an error for a response that exceeds the limit of a unary one. The
// parameter instead is the advice in the message, such as "use StreamCallTool".
func (r *Runner) CheckSize(resp proto.Message, call Call, instead string) error {
	size := proto.Size(resp)
	if size <= r.Limits.ResponseBytes {
		return nil
	}
	return &TooLargeError{Call: call, Size: size, Limit: r.Limits.ResponseBytes, Instead: instead}
}
