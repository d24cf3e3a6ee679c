package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/proto"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// maxTypedPageSize is the largest page of the code-intelligence tools, by the
// contract; more is coerced.
const maxTypedPageSize = 10_000

func typedPageSize(asked int32) int32 { return min(asked, maxTypedPageSize) }

// smallerPage is what to do about a page that does not fit.
const smallerPage = "set a smaller page_size, or use StreamCallTool"

// typedCall is a call of a tool of the code-intelligence server.
type typedCall struct {
	tool string
	// arguments is a struct whose zero fields are left out.
	arguments any
	// instead is what to do about a response that is too large.
	instead string
	// onProgress may be nil.
	onProgress func(mcpbridge.Progress)
}

// answerTyped runs a tool and converts its answer A to the response R of its RPC.
func answerTyped[A any, R proto.Message](ctx context.Context, s *codeIntelService, call typedCall, convert func(*A, *promises, *toolv1.CallInfo) R) (R, error) {
	var none R
	answer := new(A)
	result, err := s.runTyped(ctx, call, answer)
	if err != nil {
		return none, err
	}
	var p promises
	resp := convert(answer, &p, callInfo(result))
	if p.broken != nil {
		return none, &malformedResultError{server: result.Server, tool: call.tool, err: p.broken}
	}
	if err := s.checkSize(resp, result.Server, call.tool, call.instead); err != nil {
		return none, err
	}
	return resp, nil
}

// runTyped runs a tool of the code-intelligence server and decodes its structured
// answer into out. The tool's no becomes a [*toolError].
func (s *codeIntelService) runTyped(ctx context.Context, typed typedCall, out any) (*mcpbridge.Result, error) {
	tool, err := s.tool(ctx, s.CodeIntelServer, typed.tool)
	if err != nil {
		return nil, err
	}
	line, err := jsonv2.Marshal(typed.arguments)
	if err != nil {
		return nil, fmt.Errorf("server: arguments of %s: %w", typed.tool, err)
	}
	call, err := s.call(ctx, tool, line)
	if err != nil {
		return nil, err
	}
	call.OnProgress = typed.onProgress
	result, err := s.run(ctx, call)
	if again, ok := transient(err); ok { // a no, so never decoded into out
		return nil, &transientError{err: err, fallback: decodeTyped(call, again, out)}
	}
	if err != nil {
		return nil, err
	}
	return result, decodeTyped(call, result, out)
}

// decodeTyped reads the answer of a tool into out.
func decodeTyped(call mcpbridge.Call, result *mcpbridge.Result, out any) error {
	malformed := func(err error) error {
		return &malformedResultError{server: call.Server, tool: call.Tool, err: err}
	}
	answer, err := structured(result.Raw)
	if err != nil && !result.IsError {
		return malformed(err)
	}
	// Some servers say no by success alone and never set isError.
	var verdict struct {
		Success jsontext.Value `json:"success"`
		Error   *typedNo       `json:"error"`
	}
	problem := unmarshal(answer, &verdict)
	if result.IsError || string(verdict.Success) == "false" {
		return refusal(call, result, verdict.Error)
	}
	if problem != nil {
		return malformed(problem)
	}
	if string(verdict.Success) != "true" {
		return malformed(errors.New("success is missing or not a boolean"))
	}
	if err := unmarshal(answer, out); err != nil {
		return malformed(err)
	}
	return nil
}

// typedNo is the error member of a tool's no.
type typedNo struct {
	Code       string   `json:"code"`
	Message    string   `json:"message"`
	Hint       string   `json:"hint"`
	Candidates []string `json:"candidates"`
}

func refusal(call mcpbridge.Call, result *mcpbridge.Result, no *typedNo) error {
	if no == nil {
		no = &typedNo{Message: firstText(result.Raw)}
	}
	message := cmp.Or(no.Message, fmt.Sprintf("tool %q said no and not why", call.Tool))
	return &toolError{
		server: call.Server, tool: call.Tool,
		code: no.Code, message: message, hint: no.Hint, candidates: no.Candidates,
	}
}

// structured returns the JSON of structuredContent or, without one, of the first
// text block.
func structured(raw []byte) ([]byte, error) {
	members, err := toolresult.Members(raw, "structuredContent")
	if err != nil {
		return nil, err
	}
	if value := members["structuredContent"]; len(value) > 0 && string(value) != "null" {
		return value, nil
	}
	text := firstText(raw)
	if text == "" {
		return nil, errors.New("neither structuredContent nor text")
	}
	return []byte(text), nil
}

// firstText returns the text of the first text block; empty when there is none.
func firstText(raw []byte) string {
	var result struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	}
	if err := unmarshal(raw, &result); err != nil {
		return ""
	}
	for _, block := range result.Content {
		if block.Type == "text" {
			return block.Text
		}
	}
	return ""
}

// unmarshal reads a server's JSON as it comes; members without a place are left.
func unmarshal(raw []byte, out any) error {
	return jsonv2.Unmarshal(raw, out, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}
