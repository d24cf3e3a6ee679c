package codeintel

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/paging"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// maxTypedPageSize is the largest page of the code-intelligence tools, as set by the contract. A larger
// requested size is reduced to it.
const maxTypedPageSize = 10_000

func typedPageSize(asked int32) int32 { return min(asked, maxTypedPageSize) }

// smallerPage is the remedy for a page that exceeds the response limit.
const smallerPage = "set a smaller page_size, or use StreamCallTool"

// typedCall is a call of a tool of the code-intelligence server.
type typedCall struct {
	// method is the full name of the RPC, whose option names the tool.
	method string
	// arguments is a struct whose zero fields are omitted.
	arguments any
	// instead is the remedy for a response that is too large.
	instead string
	// onProgress may be nil.
	onProgress func(mcpbridge.Progress)
}

// respond runs a tool and converts its result A to the response R of the RPC.
func respond[A any, R proto.Message](
	ctx context.Context, s *Service, typed typedCall, convert func(*A, *contractCheck, *commonv1.CallInfo) R,
) (R, error) {
	var none R
	decoded := new(A)
	call, result, err := s.runTyped(ctx, typed, decoded)
	if err != nil {
		return none, err
	}
	var p contractCheck
	resp := convert(decoded, &p, toolcall.Info(result))
	if p.violation != nil {
		return none, &malformedResultError{call: call, err: p.violation}
	}
	if err := s.CheckSize(resp, call, typed.instead); err != nil {
		return none, err
	}
	return resp, nil
}

// runTyped runs a tool of the code-intelligence server and decodes its structured result into out. A tool
// error becomes a [*toolError]. The returned call names the server that ran the tool.
func (s *Service) runTyped(ctx context.Context, typed typedCall, out any) (toolcall.Call, *mcpbridge.Result, error) {
	tool, err := s.Find(ctx, s.server, s.methods.Of(typed.method).Tool)
	if err != nil {
		return toolcall.Call{}, nil, err
	}
	line, err := jsonv2.Marshal(typed.arguments)
	if err != nil {
		return toolcall.Call{}, nil, fmt.Errorf("server: arguments of %s: %w", tool.Name, err)
	}
	call, err := s.Check(ctx, tool, line)
	if err != nil {
		return toolcall.Call{}, nil, err
	}
	call.OnProgress = typed.onProgress
	result, err := s.Run(ctx, call)
	if again, ok := toolcall.Transient(err); ok { // a tool error is never decoded into out
		return call, nil, &toolcall.TransientError{Err: err, Instead: decodeTyped(call, again, out)}
	}
	if err != nil {
		return call, nil, err
	}
	return call, result, decodeTyped(call, result, out)
}

// decodeTyped reads the result of a tool into out.
func decodeTyped(call toolcall.Call, result *mcpbridge.Result, out any) error {
	malformed := func(err error) error { return &malformedResultError{call: call, err: err} }
	text, err := structured(result.Raw)
	if err != nil && !result.IsError {
		return malformed(err)
	}
	// Some servers report errors only with success=false and never set isError.
	var outcome struct {
		Success jsontext.Value `json:"success"`
		Error   jsontext.Value `json:"error"`
	}
	problem := unmarshal(text, &outcome)
	if result.IsError || string(outcome.Success) == "false" {
		return toolErrorOf(call, result, readError(outcome.Error))
	}
	if problem != nil {
		return malformed(problem)
	}
	if string(outcome.Success) != "true" {
		return malformed(errors.New("success is missing or not a boolean"))
	}
	if err := unmarshal(text, out); err != nil {
		return malformed(err)
	}
	return nil
}

// errorResult is the error member of a tool's result.
type errorResult struct {
	Code            string   `json:"code"`
	Message         string   `json:"message"`
	Hint            string   `json:"hint"`
	Candidates      []string `json:"candidates"`
	CandidatesTotal int      `json:"candidates_total"`
}

// errorMessage returns the message of a tool error from the error member, or else the text of the result.
func errorMessage(call toolcall.Call, result *mcpbridge.Result, reported errorResult) string {
	text := ""
	if reported.Code == "" {
		text = firstText(result.Raw)
	}
	return cmp.Or(reported.Message, text, fmt.Sprintf("tool %q failed without giving a reason", call.Tool))
}

// readError reads the error member of a tool's result, an object or a text. It is empty
// for anything else.
func readError(raw jsontext.Value) errorResult {
	var reported errorResult
	if unmarshal(raw, &reported) == nil {
		return reported
	}
	var message string
	if unmarshal(raw, &message) == nil {
		return errorResult{Message: message}
	}
	return errorResult{}
}

// toolErrorOf returns the error of a typed RPC for a tool error.
func toolErrorOf(call toolcall.Call, result *mcpbridge.Result, reported errorResult) error {
	switch reported.Code {
	case codeInvalidCursor:
		return &paging.TokenError{Server: call.Server, Tool: call.Tool}
	case codeProjectChanged:
		return &paging.ListChangedError{Server: call.Server, Tool: call.Tool}
	}
	return &toolError{
		call: call, code: reported.Code, hint: reported.Hint,
		message:    errorMessage(call, result, reported),
		candidates: reported.Candidates, totalCandidates: reported.CandidatesTotal,
	}
}

// structured returns the JSON of structuredContent. If there is none, it returns the first text block.
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

// firstText returns the text of the first text block, or "" if there is none.
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

// unmarshal decodes a server's JSON leniently; members without a field are ignored.
func unmarshal(raw []byte, out any) error {
	return jsonv2.Unmarshal(raw, out, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}
