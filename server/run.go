package server

import (
	"context"
	"errors"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// callRequest is what CallToolRequest and StreamCallToolRequest have in common.
type callRequest interface {
	GetName() string
	GetServer() string
	GetArguments() *structpb.Struct
	GetArgumentsJson() []byte
	GetResultFormat() toolv1.ResultFormat
}

// prepare finds the tool and checks the arguments, before any server sees them.
// jsonArguments says in which form the caller gave them.
func (b *backend) prepare(ctx context.Context, req callRequest, jsonArguments bool) (mcpbridge.Call, error) {
	tool, err := b.tool(ctx, req.GetServer(), req.GetName())
	if err != nil {
		return mcpbridge.Call{}, err
	}
	arguments, err := b.arguments(req, jsonArguments)
	if err != nil {
		var problem *jsonpb.Error
		if errors.As(err, &problem) {
			err = &argumentsError{server: tool.Server, tool: tool.Name, err: problem}
		}
		return mcpbridge.Call{}, err
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

func (b *backend) arguments(req callRequest, jsonArguments bool) ([]byte, error) {
	if jsonArguments {
		return jsonpb.Compact(req.GetArgumentsJson(), b.Limits.JSONDepth)
	}
	return jsonpb.AppendStruct(nil, req.GetArguments(), b.Limits.JSONDepth)
}

// call checks arguments, one line of JSON, against the tool's schema.
func (b *backend) call(ctx context.Context, tool *mcpbridge.Tool, arguments []byte) (mcpbridge.Call, error) {
	broken, err := b.schemas.Schema(tool.Digest, tool.InputSchema).Check(ctx, arguments)
	if err != nil {
		failure := ended(tool.Server, tool.Name, err)
		failure.Stage = mcpbridge.StageRoute
		return mcpbridge.Call{}, failure
	}
	if len(broken) > 0 {
		return mcpbridge.Call{}, &schemaError{server: tool.Server, tool: tool.Name, violations: broken}
	}
	return mcpbridge.Call{
		Server: tool.Server, Tool: tool.Name, Arguments: arguments, Principal: b.Principal(ctx),
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
func (b *backend) run(ctx context.Context, call mcpbridge.Call) (*mcpbridge.Result, error) {
	result, err := b.Tools.CallTool(ctx, call)
	var failure *mcpbridge.Error
	if errors.As(err, &failure) && failure.Kind == mcpbridge.KindResponseTooLarge {
		return nil, &bridgeLimitError{failure: failure, limit: b.Limits.ServerMessageBytes}
	}
	return result, err
}

// callInfo says what a call went through. The retry interceptor knows how many
// attempts there were and corrects the one.
func callInfo(result *mcpbridge.Result) *toolv1.CallInfo {
	return &toolv1.CallInfo{
		Server:          result.Server,
		Attempts:        1,
		QueueDuration:   durationpb.New(positive(result.QueueTime)),
		ServerDuration:  durationpb.New(positive(result.ServerTime)),
		ProtocolVersion: result.ProtocolVersion,
	}
}

// wantsJSON decides the form of the result.
func wantsJSON(format toolv1.ResultFormat, jsonArguments bool) bool {
	switch format {
	case toolv1.ResultFormat_RESULT_FORMAT_JSON:
		return true
	case toolv1.ResultFormat_RESULT_FORMAT_TYPED:
		return false
	default:
		return jsonArguments
	}
}

// protocolError is what a result that is no MCP result becomes.
func protocolError(call mcpbridge.Call, err error) error {
	return &mcpbridge.Error{
		Kind: mcpbridge.KindProtocol, Server: call.Server, Tool: call.Tool, Stage: mcpbridge.StageChild,
		Written: true, Err: err,
	}
}
