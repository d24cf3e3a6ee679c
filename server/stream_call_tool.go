package server

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// StreamCallTool runs a tool once and streams its progress, then its answer.
func (s *toolService) StreamCallTool(req *toolv1.StreamCallToolRequest, stream grpc.ServerStreamingServer[toolv1.StreamCallToolResponse]) error {
	ctx := stream.Context()
	call, err := s.prepare(ctx, req.GetCall())
	if err != nil {
		return err
	}
	asJSON := wantsJSON(req.GetCall())
	out := newSender(stream)
	defer out.close() // for a panic below
	call.OnProgress = func(p mcpbridge.Progress) { out.offer(s.progressEvent(p)) }
	call.OnLog = func(l mcpbridge.Log) { out.offer(s.logEvent(l)) }

	result, err := s.run(ctx, call)
	if again, ok := transient(err); ok {
		return s.transientEvents(ctx, out, call, again, asJSON, err)
	}
	if err != nil {
		return out.closeWith(ctx, err)
	}
	events, err := s.events(call, result, asJSON)
	if err != nil {
		return out.closeWith(ctx, err)
	}
	err = out.finish(ctx, events)
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) { // while the caller did not read: the tool has run
		failure := ended(call.Server, call.Tool, cause)
		failure.Written, failure.Repeatable = true, call.repeatable
		return failure
	}
	return err
}

// transientEvents ends the attempt with an error that holds the answer for the
// case that there is no other attempt.
func (b *backend) transientEvents(ctx context.Context, out *sender[toolv1.StreamCallToolResponse], call toolCall, result *mcpbridge.Result, asJSON bool, cause error) error {
	events, err := b.events(call, result, asJSON)
	if err != nil {
		return out.closeWith(ctx, &transientError{err: cause, fallback: err})
	}
	fallback := make([]any, len(events))
	for i, event := range events {
		fallback[i] = event
	}
	return out.closeWith(ctx, &transientError{err: cause, fallback: fallback})
}

// events is the answer as the stream gives it: JSON in chunks, a typed one in one
// message if it fits, and else as the chunks of its exact JSON.
func (b *backend) events(call toolCall, result *mcpbridge.Result, asJSON bool) ([]*toolv1.StreamCallToolResponse, error) {
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
	return append(events, resultEvent(&toolv1.CallToolResponse{IsError: result.IsError, CallInfo: callInfo(result)})), nil
}

func resultEvent(resp *toolv1.CallToolResponse) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Result{Result: resp}}
}

// The texts of a notification are bounded like a chunk, so that a server cannot
// end a call, or fill the memory of one with a slow reader, by what it says.

func (b *backend) progressEvent(p mcpbridge.Progress) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Progress{Progress: b.progressMessage(p)}}
}

func (b *backend) progressMessage(p mcpbridge.Progress) *commonv1.ProgressEvent {
	return &commonv1.ProgressEvent{
		Progress: p.Progress, Total: p.Total, Message: text.Cut(validText(p.Message), b.Limits.ChunkBytes),
	}
}

func (b *backend) logEvent(l mcpbridge.Log) *toolv1.StreamCallToolResponse {
	event := &commonv1.LogEvent{
		Level:       enumOf[commonv1.LogLevel](l.Level),
		Logger:      text.Cut(validText(l.Logger), maxForeignText),
		ReceiveTime: timestamppb.New(time.Now()),
	}
	if len(l.Data) > b.Limits.ChunkBytes {
		event.OmittedDataBytes = int64(len(l.Data))
	} else {
		event.Data = b.logData(l.Data)
	}
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Log{Log: event}}
}

// logData is nil for a record without data, or with data that is not JSON.
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
