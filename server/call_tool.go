package server

import (
	"context"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// CallTool runs a tool once and returns its result. The retry interceptor repeats it if necessary.
func (s *toolService) CallTool(ctx context.Context, req *toolv1.CallToolRequest) (*toolv1.CallToolResponse, error) {
	call, err := s.calls.Prepare(ctx, req)
	if err != nil {
		return nil, err
	}
	asJSON := wantsJSON(req)
	result, err := s.calls.Run(ctx, call)
	if again, ok := toolcall.Transient(err); ok {
		resp, respErr := s.unaryResponse(call, again, asJSON)
		if respErr != nil {
			return nil, &toolcall.TransientError{Err: err, Instead: respErr}
		}
		return nil, &toolcall.TransientError{Err: err, Instead: resp}
	}
	if err != nil {
		return nil, err
	}
	return s.unaryResponse(call, result, asJSON)
}

// unaryResponse returns the result in one message, or an error if it exceeds the limit.
func (b *backend) unaryResponse(
	call toolcall.Call, result *mcpbridge.Result, asJSON bool,
) (*toolv1.CallToolResponse, error) {
	resp, err := b.response(call, result, asJSON)
	if err != nil {
		return nil, err
	}
	if err := b.calls.CheckSize(resp, call, "use StreamCallTool, or request a smaller page"); err != nil {
		return nil, err
	}
	return resp, nil
}

func (b *backend) response(
	call toolcall.Call, result *mcpbridge.Result, asJSON bool,
) (*toolv1.CallToolResponse, error) {
	resp := &toolv1.CallToolResponse{IsError: result.IsError, CallInfo: toolcall.Info(result)}
	if asJSON {
		resp.ResultJson = result.Raw
		return resp, nil
	}
	typed, err := toolresult.Decode(result.Raw, b.Limits.JSONDepth)
	if err != nil {
		return nil, toolcall.ProtocolError(call, err)
	}
	resp.Content, resp.StructuredContent = typed.Content, typed.Structured
	resp.Meta, resp.LossyPaths = typed.Meta, typed.LossyPaths
	return resp, nil
}

// wantsJSON reports whether the caller wants the result as JSON bytes.
func wantsJSON(req *toolv1.CallToolRequest) bool {
	switch req.GetResultFormat() {
	case toolv1.ResultFormat_RESULT_FORMAT_JSON:
		return true
	case toolv1.ResultFormat_RESULT_FORMAT_TYPED:
		return false
	default:
		_, jsonArguments := req.GetArgs().(*toolv1.CallToolRequest_ArgumentsJson)
		return jsonArguments
	}
}
