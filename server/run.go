package server

import (
	"context"
	"errors"

	"google.golang.org/protobuf/types/known/durationpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// toolCall is a call whose tool was found and whose arguments were checked.
type toolCall struct {
	mcpbridge.Call
	// repeatable means that running the tool again does no harm.
	repeatable bool
}

// prepare finds the tool and checks the arguments, before any server sees them.
func (b *backend) prepare(ctx context.Context, req *toolv1.CallToolRequest) (toolCall, error) {
	tool, err := b.tool(ctx, req.GetServer(), req.GetName())
	if err != nil {
		return toolCall{}, err
	}
	arguments, err := b.arguments(req)
	if err != nil {
		var problem *jsonpb.Error
		if errors.As(err, &problem) {
			err = &argumentsError{server: tool.Server, tool: tool.Name, err: problem}
		}
		return toolCall{}, err
	}
	return b.call(ctx, tool, arguments)
}

// tool finds a tool. A failure tells its name also where it is the server that
// cannot be had.
func (b *backend) tool(ctx context.Context, server, name string) (*mcpbridge.Tool, error) {
	tool, err := b.Tools.Tool(ctx, server, name)
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Tool == "" {
		named := *failure // it may be shared
		named.Tool = name
		return nil, &named
	}
	return tool, err
}

func (b *backend) arguments(req *toolv1.CallToolRequest) ([]byte, error) {
	if hasJSONArguments(req) {
		return jsonpb.Compact(req.GetArgumentsJson(), b.Limits.JSONDepth)
	}
	return jsonpb.AppendStruct(nil, req.GetArguments(), b.Limits.JSONDepth)
}

// call checks arguments, one line of JSON, against the tool's schema.
func (b *backend) call(ctx context.Context, tool *mcpbridge.Tool, arguments []byte) (toolCall, error) {
	broken, err := b.schemas.Schema(tool.Digest, tool.InputSchema).Check(ctx, arguments)
	if err != nil {
		failure := ended(tool.Server, tool.Name, err)
		failure.Stage = mcpbridge.StageRoute
		return toolCall{}, failure
	}
	if len(broken) > 0 {
		return toolCall{}, &schemaError{server: tool.Server, tool: tool.Name, violations: broken}
	}
	return toolCall{
		Call:       mcpbridge.Call{Server: tool.Server, Tool: tool.Name, Arguments: arguments, Principal: b.Principal(ctx)},
		repeatable: tool.Repeatable,
	}, nil
}

// ended is what a call becomes when its context ends, by err, outside the bridge.
func ended(server, tool string, err error) *mcpbridge.Error {
	failure := &mcpbridge.Error{Kind: mcpbridge.KindCanceled, Server: server, Tool: tool, Err: err}
	if errors.Is(err, context.DeadlineExceeded) {
		failure.Kind = mcpbridge.KindDeadlineExceeded
	}
	return failure
}

// run runs the tool once. Failures of the bridge get what only this package
// knows.
func (b *backend) run(ctx context.Context, call toolCall) (*mcpbridge.Result, error) {
	result, err := b.Tools.CallTool(ctx, call.Call)
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Kind == mcpbridge.KindResponseTooLarge {
		return nil, &bridgeLimitError{failure: failure, limit: b.Limits.ServerMessageBytes}
	}
	return result, err
}

// callInfo says what a call went through. The retry interceptor knows how many
// attempts there were and corrects the one.
func callInfo(result *mcpbridge.Result) *commonv1.CallInfo {
	return &commonv1.CallInfo{
		Server:          result.Server,
		AttemptCount:    1,
		QueueDuration:   durationpb.New(positive(result.QueueTime)),
		ServerDuration:  durationpb.New(positive(result.ServerTime)),
		ProtocolVersion: result.ProtocolVersion,
	}
}

// hasJSONArguments reports whether the caller sent the arguments as JSON bytes.
func hasJSONArguments(req *toolv1.CallToolRequest) bool {
	_, ok := req.GetArgs().(*toolv1.CallToolRequest_ArgumentsJson)
	return ok
}

// wantsJSON reports whether the caller wants the result as JSON bytes.
func wantsJSON(req *toolv1.CallToolRequest) bool {
	switch req.GetResultFormat() {
	case toolv1.ResultFormat_RESULT_FORMAT_JSON:
		return true
	case toolv1.ResultFormat_RESULT_FORMAT_TYPED:
		return false
	default:
		return hasJSONArguments(req)
	}
}

// protocolError is what a result that is no MCP result becomes.
func protocolError(call toolCall, err error) error {
	return &mcpbridge.Error{
		Kind: mcpbridge.KindProtocol, Server: call.Server, Tool: call.Tool, Stage: mcpbridge.StageChild,
		Written: true, Repeatable: call.repeatable, Err: err,
	}
}
