package server

import (
	"context"
	"errors"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/stream"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// StreamCallTool runs a tool once and streams its progress, then its result.
func (s *toolService) StreamCallTool(
	req *toolv1.StreamCallToolRequest, events grpc.ServerStreamingServer[toolv1.StreamCallToolResponse],
) error {
	ctx := events.Context()
	call, err := s.calls.Prepare(ctx, req.GetCall())
	if err != nil {
		return err
	}
	asJSON := wantsJSON(req.GetCall())
	out := stream.NewSender(events)
	defer out.Close() // in case of a panic below
	call.OnProgress = func(p mcpbridge.Progress) { out.Offer(s.progressEvent(p)) }
	call.OnLog = func(l mcpbridge.Log) { out.Offer(s.logEvent(l)) }

	result, err := s.calls.Run(ctx, call)
	if again, ok := toolcall.Transient(err); ok {
		return s.transientEvents(ctx, out, call, again, asJSON, err)
	}
	if err != nil {
		return out.CloseWith(ctx, err)
	}
	end, err := s.events(call, result, asJSON)
	if err != nil {
		return out.CloseWith(ctx, err)
	}
	err = out.Finish(ctx, end)
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) { // the caller did not read; the tool has run
		failure := toolcall.Ended(call.Server, call.Tool, cause)
		failure.Written, failure.Repeatable = true, call.Repeatable
		return failure
	}
	return err
}

// transientEvents returns an error that ends the attempt. The error holds the result events, which are sent
// if the call is not repeated.
func (b *backend) transientEvents(
	ctx context.Context, out *stream.Sender[toolv1.StreamCallToolResponse], call toolcall.Call,
	result *mcpbridge.Result, asJSON bool, cause error,
) error {
	events, err := b.events(call, result, asJSON)
	if err != nil {
		return out.CloseWith(ctx, &toolcall.TransientError{Err: cause, Instead: err})
	}
	fallback := make([]any, len(events))
	for i, event := range events {
		fallback[i] = event
	}
	return out.CloseWith(ctx, &toolcall.TransientError{Err: cause, Instead: fallback})
}

// events converts the result to stream events: a JSON result to chunks, and a typed result to one message if
// it fits, otherwise to chunks of its exact JSON.
func (b *backend) events(
	call toolcall.Call, result *mcpbridge.Result, asJSON bool,
) ([]*toolv1.StreamCallToolResponse, error) {
	if !asJSON {
		resp, err := b.response(call, result, false)
		if err != nil {
			return nil, err
		}
		end := resultEvent(resp)
		if proto.Size(end) <= b.Limits.ResponseBytes {
			return []*toolv1.StreamCallToolResponse{end}, nil
		}
	}
	var events []*toolv1.StreamCallToolResponse
	for rest := result.Raw; len(rest) > 0; {
		n := min(len(rest), b.Limits.ChunkBytes)
		events = append(events, &toolv1.StreamCallToolResponse{
			Event: &toolv1.StreamCallToolResponse_ResultChunk{ResultChunk: rest[:n:n]},
		})
		rest = rest[n:]
	}
	return append(
		events, resultEvent(&toolv1.CallToolResponse{IsError: result.IsError, CallInfo: toolcall.Info(result)}),
	), nil
}

func resultEvent(resp *toolv1.CallToolResponse) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Result{Result: resp}}
}

// The texts of a notification are bounded like a chunk, so that a server cannot end a call with a large text
// or fill the memory of a call whose caller reads slowly.
func (b *backend) progressEvent(p mcpbridge.Progress) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Progress{Progress: b.calls.Progress(p)}}
}

func (b *backend) logEvent(l mcpbridge.Log) *toolv1.StreamCallToolResponse {
	event := &commonv1.LogEvent{
		Level:       logLevel(l.Level),
		Logger:      text.Cut(text.Valid(l.Logger), text.MaxForeign),
		ReceiveTime: timestamppb.New(time.Now()),
	}
	if len(l.Data) > b.Limits.ChunkBytes {
		event.OmittedDataBytes = int64(len(l.Data))
	} else {
		event.Data = b.logData(l.Data)
	}
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Log{Log: event}}
}

// logData returns nil for a record without data, or with data that is not JSON.
func (b *backend) logData(raw []byte) *structpb.Value {
	if len(raw) == 0 {
		return nil
	}
	data, err := jsonpb.ReadValue(jsonpb.NewDecoder(raw), b.Limits.JSONDepth, new(jsonpb.Losses))
	if err != nil {
		return nil
	}
	return data
}

// logLevel converts an MCP level name; an unknown name becomes UNSPECIFIED.
func logLevel(name string) commonv1.LogLevel {
	return commonv1.LogLevel(commonv1.LogLevel_value["LOG_LEVEL_"+strings.ToUpper(name)])
}
