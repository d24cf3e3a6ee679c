package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/metadata"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Call is a request to run a tool.
type Call struct {
	// Tool is the MCP name of the tool. Required.
	Tool string
	// Server that has the tool. Empty: the owner of the bare name.
	Server string
	// Arguments of the tool. A json.RawMessage or []byte is sent unchanged; any
	// other value is encoded by encoding/json and must be a JSON object. Nil: no
	// arguments.
	Arguments any
	// Repeatable states that running the tool twice does no harm, as for a tool
	// that changes nothing (toolv1.Tool.repeatable). The call is then repeated
	// even if the tool may have run: if the connection breaks, the service is
	// replaced, or the server exits.
	Repeatable bool
	// OnProgress is called with each progress event, in order, on the goroutine of
	// the call. Nil: progress is ignored. If the call is repeated, progress begins
	// again.
	OnProgress func(*commonv1.ProgressEvent)
	// OnLog is called with each log record of the server, in the same way as
	// OnProgress.
	OnLog func(*commonv1.LogEvent)
}

// Call runs a tool and returns its result of any size. A tool error is a Result
// with IsError, not an error.
func (c *Client) Call(ctx context.Context, call Call) (*Result, error) {
	req, err := call.request()
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", call.Tool, err)
	}
	ctx, cancel := c.limit(ctx) // one deadline for all attempts
	defer cancel()
	may := nothingRan
	if call.Repeatable {
		may = interrupted
	}
	var result *Result
	err = c.retry.do(ctx, may, func() (trailer metadata.MD, err error) {
		result, trailer, err = c.callOnce(ctx, req, &call)
		return trailer, err
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

func (call *Call) request() (*toolv1.StreamCallToolRequest, error) {
	req := &toolv1.CallToolRequest{
		Name:         call.Tool,
		Server:       call.Server,
		ResultFormat: toolv1.ResultFormat_RESULT_FORMAT_JSON,
	}
	arguments, err := encodeArguments(call.Arguments)
	if err != nil {
		return nil, err
	}
	if len(arguments) > 0 {
		req.Args = &toolv1.CallToolRequest_ArgumentsJson{ArgumentsJson: arguments}
	}
	return &toolv1.StreamCallToolRequest{Call: req}, nil
}

// encodeArguments returns the JSON of arguments; empty for nil.
func encodeArguments(arguments any) ([]byte, error) {
	switch a := arguments.(type) {
	case nil:
		return nil, nil
	case []byte:
		return a, nil
	case json.RawMessage:
		return a, nil
	}
	text, err := json.Marshal(arguments)
	if err != nil {
		return nil, fmt.Errorf("encode the arguments: %w", err)
	}
	return text, nil
}

// callOnce runs one attempt.
func (c *Client) callOnce(
	ctx context.Context, req *toolv1.StreamCallToolRequest, call *Call,
) (*Result, metadata.MD, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the stream if a callback panics
	stream, err := c.ToolService().StreamCallTool(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	result := &Result{tool: call.Tool}
	for {
		event, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF) && result.Info != nil:
			return result, nil, nil
		case errors.Is(err, io.EOF):
			return nil, nil, fmt.Errorf(
				"call %s: the stream ended without a result: %w", call.Tool, io.ErrUnexpectedEOF,
			)
		case err != nil:
			return nil, stream.Trailer(), err
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
		if result.Info = e.Result.GetCallInfo(); result.Info == nil {
			result.Info = &commonv1.CallInfo{}
		}
	}
}
