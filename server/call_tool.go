package server

import (
	"context"

	"google.golang.org/protobuf/proto"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// CallTool runs a tool once and returns its answer; repeating is the retry
// interceptor's business.
func (s *toolService) CallTool(ctx context.Context, req *toolv1.CallToolRequest) (*toolv1.CallToolResponse, error) {
	call, err := s.prepare(ctx, req)
	if err != nil {
		return nil, err
	}
	asJSON := wantsJSON(req)
	result, err := s.run(ctx, call)
	if again, ok := transient(err); ok {
		resp, respErr := s.unaryResponse(call, again, asJSON)
		if respErr != nil {
			return nil, &transientError{err: err, fallback: respErr}
		}
		return nil, &transientError{err: err, fallback: resp}
	}
	if err != nil {
		return nil, err
	}
	return s.unaryResponse(call, result, asJSON)
}

// unaryResponse is the answer in one message, if it fits.
func (b *backend) unaryResponse(call toolCall, result *mcpbridge.Result, asJSON bool) (*toolv1.CallToolResponse, error) {
	resp, err := b.response(call, result, asJSON)
	if err != nil {
		return nil, err
	}
	if err := b.checkSize(resp, call, "use StreamCallTool, or request a smaller page"); err != nil {
		return nil, err
	}
	return resp, nil
}

// checkSize rejects a response that exceeds a unary one; instead is the remedy.
func (b *backend) checkSize(resp proto.Message, call toolCall, instead string) error {
	size := proto.Size(resp)
	if size <= b.Limits.ResponseBytes {
		return nil
	}
	return &tooLargeError{
		server: call.Server, tool: call.Tool, size: size, limit: b.Limits.ResponseBytes,
		instead: instead, repeatable: call.repeatable,
	}
}

func (b *backend) response(call toolCall, result *mcpbridge.Result, asJSON bool) (*toolv1.CallToolResponse, error) {
	resp := &toolv1.CallToolResponse{IsError: result.IsError, CallInfo: callInfo(result)}
	if asJSON {
		resp.ResultJson = result.Raw
		return resp, nil
	}
	typed, err := toolresult.Decode(result.Raw, b.Limits.JSONDepth)
	if err != nil {
		return nil, protocolError(call, err)
	}
	resp.Content, resp.StructuredContent = typed.Content, typed.Structured
	resp.Meta, resp.LossyPaths = typed.Meta, typed.LossyPaths
	return resp, nil
}
