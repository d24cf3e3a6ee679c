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
	_, jsonArguments := req.GetArgs().(*toolv1.CallToolRequest_ArgumentsJson)
	call, err := s.prepare(ctx, req, jsonArguments)
	if err != nil {
		return nil, err
	}
	asJSON := wantsJSON(req.GetResultFormat(), jsonArguments)
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
func (b *backend) unaryResponse(call mcpbridge.Call, result *mcpbridge.Result, asJSON bool) (*toolv1.CallToolResponse, error) {
	resp, err := b.response(call, result, asJSON)
	if err != nil {
		return nil, err
	}
	if err := b.checkSize(resp, call.Server, call.Tool, "use StreamCallTool, or ask the tool for a smaller page"); err != nil {
		return nil, err
	}
	return resp, nil
}

// checkSize refuses a response that is over the limit of a unary one; instead
// says what the caller can do.
func (b *backend) checkSize(resp proto.Message, server, tool, instead string) error {
	size := proto.Size(resp)
	if size <= b.Limits.ResponseBytes {
		return nil
	}
	return &tooLargeError{server: server, tool: tool, size: size, limit: b.Limits.ResponseBytes, instead: instead}
}

func (b *backend) response(call mcpbridge.Call, result *mcpbridge.Result, asJSON bool) (*toolv1.CallToolResponse, error) {
	resp := &toolv1.CallToolResponse{IsError: result.IsError, Call: callInfo(result)}
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
