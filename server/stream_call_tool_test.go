package server_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

func collect(t *testing.T, c clients, req *toolv1.StreamCallToolRequest) ([]*toolv1.StreamCallToolResponse, error) {
	t.Helper()
	stream, err := c.tools.StreamCallTool(t.Context(), req)
	if err != nil {
		return nil, err
	}
	var events []*toolv1.StreamCallToolResponse
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
}

func TestStreamCallToolEvents(t *testing.T) {
	f := newFake()
	f.call = func(_ context.Context, call mcpbridge.Call, _ int) (*mcpbridge.Result, error) {
		call.OnProgress(mcpbridge.Progress{Progress: 1, Total: proto.Float64(2), Message: "half\xff"})
		call.OnLog(mcpbridge.Log{Level: "info", Logger: "l", Data: []byte(`{"k":[1]}`)})
		return resultOf(`{"content":[{"type":"text","text":"done"}]}`), nil
	}
	events, err := collect(t, serve(t, f), &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != 3 {
		t.Fatalf("got events %v, want 3", events)
	}
	progress := events[0].GetProgress()
	if progress.GetProgress() != 1 || progress.GetTotal() != 2 || progress.GetMessage() != "half\uFFFD" {
		t.Errorf("got progress %v, want 1 of 2 with valid UTF-8", progress)
	}
	record := events[1].GetLog()
	if record.GetLevel() != commonv1.LogLevel_LOG_LEVEL_INFO || record.GetReceiveTime() == nil ||
		record.GetData().GetStructValue().GetFields()["k"].GetListValue().GetValues()[0].GetNumberValue() != 1 {
		t.Errorf("got log %v, want level INFO with its data and time", record)
	}
	if got := events[2].GetResult().GetContent()[0].GetText().GetText(); got != "done" {
		t.Errorf("got result %q, want done", got)
	}
}

// A notification that is too large for a message does not end the call and is not sent whole.
func TestStreamCallToolHugeNotifications(t *testing.T) {
	huge := strings.Repeat("x", 2*responseLimit)
	f := newFake()
	f.call = func(_ context.Context, call mcpbridge.Call, _ int) (*mcpbridge.Result, error) {
		call.OnProgress(mcpbridge.Progress{Progress: 1, Message: huge})
		call.OnLog(mcpbridge.Log{Level: huge, Logger: huge, Data: []byte(`"` + huge + `"`)})
		return resultOf(`{"content":[]}`), nil
	}
	events, err := collect(t, serve(t, f), &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != 3 {
		t.Fatalf("got %d events, want 3", len(events))
	}
	for _, event := range events {
		if size := proto.Size(event); size > 2*chunk {
			t.Errorf("got an event of %d bytes, want at most %d", size, 2*chunk)
		}
	}
	if message := events[0].GetProgress().GetMessage(); !strings.HasPrefix(message, "xxx") {
		t.Errorf("got progress %q, want the beginning of its text", message)
	}
	if event := events[1].GetLog(); event.GetData() != nil || event.GetOmittedDataBytes() != 131074 {
		t.Errorf("got %v with %d bytes omitted, want no data and 131074", event.GetData(), event.GetOmittedDataBytes())
	}
}

func TestStreamCallToolChunks(t *testing.T) {
	large := `{"content":[{"type":"text","text":"` + strings.Repeat("x", 2*responseLimit) + `"}]}`
	small := `{"content":[],"n":123456789012345678901}`
	tests := map[string]struct {
		raw     string
		format  toolv1.ResultFormat
		chunked bool
	}{
		"JSON":        {small, toolv1.ResultFormat_RESULT_FORMAT_JSON, true},
		"large JSON":  {large, toolv1.ResultFormat_RESULT_FORMAT_JSON, true},
		"typed":       {small, toolv1.ResultFormat_RESULT_FORMAT_TYPED, false},
		"large typed": {large, toolv1.ResultFormat_RESULT_FORMAT_TYPED, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) { return resultOf(test.raw), nil }
			events, err := collect(
				t, serve(t, f),
				&toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free", ResultFormat: test.format}},
			)
			if err != nil {
				t.Fatal(err)
			}
			var joined strings.Builder
			for _, event := range events[:len(events)-1] {
				piece := event.GetResultChunk()
				if len(piece) == 0 || len(piece) > chunk {
					t.Fatalf("got a chunk of %d bytes, want 1 to %d", len(piece), chunk)
				}
				joined.Write(piece)
			}
			end := events[len(events)-1].GetResult()
			if end == nil || end.GetCallInfo().GetAttemptCount() != 1 {
				t.Fatalf("got %v at the end, want a result after 1 attempt", events[len(events)-1])
			}
			if test.chunked &&
				(joined.String() != test.raw || len(end.GetContent()) > 0 || len(end.GetResultJson()) > 0) {
				t.Errorf("got %d bytes in chunks, want %d, and a result %v without content", joined.Len(), len(test.raw), end)
			}
			if !test.chunked && joined.Len() > 0 {
				t.Errorf("got %d bytes in chunks, want none", joined.Len())
			}
		})
	}
}

func TestStreamCallToolNotRepeatedAfterProgress(t *testing.T) {
	f := newFake()
	delivered := make(chan struct{})
	f.call = func(_ context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
		if attempt == 1 {
			call.OnProgress(mcpbridge.Progress{Progress: 1})
			<-delivered
		}
		return nil, &mcpbridge.Error{
			Kind: mcpbridge.KindServerExited, Server: call.Server, Tool: call.Tool, Stage: mcpbridge.StageChild,
			Written: true, Repeatable: true,
		}
	}
	stream, err := serve(t, f).tools.StreamCallTool(
		t.Context(), &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	close(delivered)
	if _, err = stream.Recv(); err == nil {
		t.Fatal("Recv after the failure: got no error, want one")
	}
	if got := len(f.sent()); got != 1 {
		t.Errorf("got %d attempts after an event was sent, want 1", got)
	}
}

// A caller that does not read does not occupy the server's slot: notifications are dropped, and CallTool of
// the bridge returns.
func TestStreamCallToolSlowReader(t *testing.T) {
	f := newFake()
	returned := make(chan struct{})
	f.call = func(_ context.Context, call mcpbridge.Call, _ int) (*mcpbridge.Result, error) {
		defer close(returned)
		for range 10_000 {
			call.OnProgress(mcpbridge.Progress{Progress: 1, Message: strings.Repeat("m", 1000)})
		}
		return resultOf(`{"content":[]}`), nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := serve(t, f).tools.StreamCallTool(
		ctx, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free"}},
	); err != nil {
		t.Fatal(err)
	}
	<-returned
}

// The deadline ends a call even while a caller that does not read blocks the transport.
func TestStreamCallToolDeadlineWithoutReader(t *testing.T) {
	f := newFake()
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		return resultOf(`"` + strings.Repeat("x", 4<<20) + `"`), nil
	}
	services := server.New(server.Config{Tools: f, Servers: f, Limits: limits()})
	returned := make(chan error, 1)
	grpcServer := grpc.NewServer(grpc.StreamInterceptor(
		func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
			ctx, cancel := context.WithTimeout(stream.Context(), 100*time.Millisecond)
			defer cancel()
			err := handler(srv, &middleware.WrappedServerStream{ServerStream: stream, WrappedContext: ctx})
			returned <- err
			return server.Status(err).Err()
		}))
	services.Register(grpcServer)
	client := toolv1.NewToolServiceClient(connect(t, grpcServer))
	stream, err := client.StreamCallTool(t.Context(), &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{
		Name: "free", ResultFormat: toolv1.ResultFormat_RESULT_FORMAT_JSON,
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-returned; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v from the handler, want %v", err, context.DeadlineExceeded)
	}
	for err == nil {
		_, err = stream.Recv()
	}
	checkFailure(t, err, failure{
		code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED",
		message:  "the deadline expired while the response was sent; the tool may have run",
		metadata: map[string]string{"server": "alpha", "tool": "free", "maybeExecuted": "true"},
	})
}
