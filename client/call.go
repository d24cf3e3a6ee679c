package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Call asks for one run of a tool in JSON.
type Call struct {
	// Tool is the MCP name.
	Tool string
	// Server that offers it; empty: the one that owns the bare name.
	Server string
	// Arguments is one JSON object; empty: none.
	Arguments json.RawMessage
	// OnProgress, when set, is called with each progress of the tool, in order, on
	// the goroutine of the call.
	OnProgress func(*toolv1.ProgressEvent)
	// OnLog likewise with what the server logs meanwhile.
	OnLog func(*toolv1.LogEvent)
}

// Result is a tool's answer.
type Result struct {
	// JSON is the whole MCP result, byte for byte as the server sent it.
	JSON json.RawMessage
	// IsError means that the tool ran and said no; JSON says why.
	IsError bool
	// Info says what the call went through.
	Info *toolv1.CallInfo
}

// Call runs a tool and returns its answer of any size. A tool's own no is not an
// error: see [Result.IsError].
func (c *Client) Call(ctx context.Context, call Call) (*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the stream when we leave early
	req := &toolv1.StreamCallToolRequest{
		Name:         call.Tool,
		Server:       call.Server,
		ResultFormat: toolv1.ResultFormat_RESULT_FORMAT_JSON,
	}
	if len(call.Arguments) > 0 {
		req.Args = &toolv1.StreamCallToolRequest_ArgumentsJson{ArgumentsJson: call.Arguments}
	}
	stream, err := c.ToolService().StreamCallTool(ctx, req)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	for {
		event, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF) && result.Info != nil:
			return result, nil
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("call %s: %w: the stream ended without a result", call.Tool, io.ErrUnexpectedEOF)
		case err != nil:
			return nil, err
		}
		call.take(event, result)
	}
}

// take adds one event to the result.
func (call *Call) take(event *toolv1.StreamCallToolResponse, result *Result) {
	switch e := event.GetEvent().(type) {
	case *toolv1.StreamCallToolResponse_Progress:
		if call.OnProgress != nil {
			call.OnProgress(e.Progress)
		}
	case *toolv1.StreamCallToolResponse_Log:
		if call.OnLog != nil {
			call.OnLog(e.Log)
		}
	case *toolv1.StreamCallToolResponse_ResultChunk:
		result.JSON = append(result.JSON, e.ResultChunk...)
	case *toolv1.StreamCallToolResponse_Result:
		if len(result.JSON) == 0 {
			result.JSON = e.Result.GetResultJson()
		}
		result.IsError = e.Result.GetIsError()
		if result.Info = e.Result.GetCall(); result.Info == nil {
			result.Info = &toolv1.CallInfo{}
		}
	}
}
