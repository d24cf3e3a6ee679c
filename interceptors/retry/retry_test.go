package retry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/errstatus"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/retry"
)

// failure is an error that states whether its call may be repeated.
type failure struct {
	safe      bool
	elsewhere bool
	after     time.Duration
	fallback  any
}

func (f *failure) Error() string             { return "failed" }
func (f *failure) SafeToRetry() bool         { return f.safe }
func (f *failure) RetryElsewhere() bool      { return f.elsewhere }
func (f *failure) RetryAfter() time.Duration { return f.after }
func (f *failure) Fallback() any             { return f.fallback }

// table writes the number of attempts into the message.
func table(err error) *status.Status {
	var tried interface{ Attempts() int }
	if errors.As(err, &tried) {
		return status.Newf(codes.Aborted, "%v after %d", err, tried.Attempts())
	}
	return status.Newf(codes.Aborted, "%v at once", err)
}

func start(t *testing.T, service *testserver.Service, p retry.Policy, budget *retry.Budget) toolv1.ToolServiceClient {
	t.Helper()
	o := retry.Options{Policy: func(string, any) retry.Policy { return p }, Budget: budget}
	return testserver.StartWith(t, service,
		grpc.ChainUnaryInterceptor(errstatus.UnaryServerInterceptor(table), retry.UnaryServerInterceptor(o)),
		grpc.ChainStreamInterceptor(errstatus.StreamServerInterceptor(table), retry.StreamServerInterceptor(o)))
}

func TestAttempts(t *testing.T) {
	safe := &failure{safe: true}
	thrice := retry.Policy{MaxAttempts: 3}
	tests := map[string]struct {
		failures int // before the first response
		err      error
		policy   retry.Policy
		timeout  time.Duration // of the client; zero for none
		attempts int
		want     string // error message; empty for a response
		pushback bool   // whether the trailer stops the retries of the client
	}{
		"at once":  {failures: 0, err: safe, policy: thrice, attempts: 1},
		"repeated": {failures: 2, err: safe, policy: thrice, attempts: 3},
		"given up": {failures: 9, err: safe, policy: thrice, attempts: 3, want: "failed after 3", pushback: true},
		"for another replica": {
			failures: 9, err: &failure{safe: true, elsewhere: true}, policy: thrice,
			attempts: 3, want: "failed after 3",
		},
		"not safe":  {failures: 9, err: &failure{}, policy: thrice, attempts: 1, want: "failed at once"},
		"not known": {failures: 9, err: errors.New("odd"), policy: thrice, attempts: 1, want: "odd at once"},
		"off":       {failures: 9, err: safe, policy: retry.Policy{}, attempts: 1, want: "failed at once"},
		"backoff past the deadline": {
			failures: 9, err: safe, policy: retry.Policy{MaxAttempts: 3, Backoff: 2 * time.Hour}, timeout: time.Hour,
			attempts: 1, want: "failed at once",
		},
		"delay of the error past the deadline": {
			failures: 9, err: &failure{safe: true, after: 2 * time.Hour}, policy: thrice, timeout: time.Hour,
			attempts: 1, want: "failed at once",
		},
		"fallback error": {
			failures: 9, err: &failure{safe: true, fallback: errors.New("no")}, policy: retry.Policy{MaxAttempts: 2},
			attempts: 2, want: "no after 2", pushback: true,
		},
	}
	for way, call := range testserver.Calls() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				attempts := 0
				client := start(t, testserver.Both(func(_ context.Context, tool string) error {
					if attempts++; tool != "wanted" {
						t.Errorf("attempt %d: got tool %q in the request, want %q", attempts, tool, "wanted")
					}
					if attempts <= test.failures {
						return test.err
					}
					return nil
				}), test.policy, nil)
				ctx := t.Context()
				if test.timeout > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.timeout)
					defer cancel()
				}
				var trailer metadata.MD
				resp, err := call(ctx, client, "wanted", grpc.Trailer(&trailer))
				if attempts != test.attempts || status.Convert(err).Message() != test.want {
					t.Errorf("got error %v after %d attempts, want %q after %d", err, attempts, test.want, test.attempts)
				}
				if err == nil && int(resp.GetCallInfo().GetAttemptCount()) != test.attempts {
					t.Errorf("got attempt count %d in the response, want %d", resp.GetCallInfo().GetAttemptCount(), test.attempts)
				}
				if got := len(trailer.Get("grpc-retry-pushback-ms")) > 0; got != test.pushback {
					t.Errorf("got trailer %v, want push-back %t", trailer, test.pushback)
				}
			})
		}
	}
}

func TestFallbackResponse(t *testing.T) {
	for way, call := range testserver.Calls() {
		t.Run(way, func(t *testing.T) {
			resp := &toolv1.CallToolResponse{IsError: true, CallInfo: new(commonv1.CallInfo)}
			held := &failure{safe: true, fallback: resp}
			if way == "stream" {
				held.fallback = []any{testserver.Result(resp)}
			}
			var trailer metadata.MD
			service := testserver.Both(func(context.Context, string) error { return held })
			client := start(t, service, retry.Policy{MaxAttempts: 2}, nil)
			got, err := call(t.Context(), client, "x", grpc.Trailer(&trailer))
			if err != nil || !got.GetIsError() || got.GetCallInfo().GetAttemptCount() != 2 ||
				len(trailer.Get("grpc-retry-pushback-ms")) > 0 {
				t.Errorf(
					"got %v, error %v, trailer %v, want a tool error after 2 attempts, no pushback in the trailer",
					got, err, trailer,
				)
			}
		})
	}
}

func TestBudget(t *testing.T) {
	for way, call := range testserver.Calls() {
		t.Run(way, func(t *testing.T) {
			budget, err := retry.NewBudget(1, 0.5)
			if err != nil {
				t.Fatal(err)
			}
			attempts, succeed := 0, false
			client := start(t, testserver.Both(func(context.Context, string) error {
				attempts++
				if succeed {
					return nil
				}
				return &failure{safe: true}
			}), retry.Policy{Server: "s", MaxAttempts: 9}, budget)
			try := func() int {
				attempts = 0
				var trailer metadata.MD
				_, err := call(t.Context(), client, "x", grpc.Trailer(&trailer))
				if (err != nil) != (len(trailer.Get("grpc-retry-pushback-ms")) > 0) {
					t.Errorf("got trailer %v and error %v, want push-back with every error and no other", trailer, err)
				}
				return attempts
			}
			got := []int{try(), try()} // one token, then none
			succeed = true
			got = append(got, try(), try(), try()) // half a token each, up to one
			succeed = false
			got = append(got, try(), try())
			for i, want := range []int{2, 1, 1, 1, 1, 2, 1} {
				if got[i] != want {
					t.Fatalf("call %d: got %d attempts, want %d; all: %v", i, got[i], want, got)
				}
			}
		})
	}
	for _, bad := range []struct {
		tokens int
		ratio  float64
	}{
		{tokens: 0, ratio: 0.1},
		{tokens: 1, ratio: -1},
		{tokens: 1, ratio: 2},
	} {
		if _, err := retry.NewBudget(bad.tokens, bad.ratio); err == nil {
			t.Errorf("NewBudget(%v, %v): got no error, want one", bad.tokens, bad.ratio)
		}
	}
}

func TestNoRetryAfterFirstResponse(t *testing.T) {
	attempts := 0
	client := start(t, &testserver.Service{
		Stream: func(
			_ *toolv1.StreamCallToolRequest, stream grpc.ServerStreamingServer[toolv1.StreamCallToolResponse],
		) error {
			attempts++
			if err := stream.Send(&toolv1.StreamCallToolResponse{}); err != nil {
				return err
			}
			return &failure{safe: true}
		},
	}, retry.Policy{MaxAttempts: 3}, nil)
	stream, err := client.StreamCallTool(t.Context(), &toolv1.StreamCallToolRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err == nil || errors.Is(err, io.EOF) || attempts != 1 {
		t.Errorf("got error %v after %d attempts, want an error after 1", err, attempts)
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	attempts := make(chan struct{}, 9)
	client := start(t, testserver.Both(func(context.Context, string) error {
		attempts <- struct{}{}
		return &failure{safe: true}
	}), retry.Policy{MaxAttempts: 3, Backoff: time.Hour}, nil)
	go func() {
		<-attempts
		cancel()
	}()
	if _, err := client.CallTool(ctx, &toolv1.CallToolRequest{}); status.Code(err) != codes.Canceled {
		t.Errorf("CallTool cancelled between attempts: got error %v, want code Canceled", err)
	}
}

func TestAttemptsAreTraced(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder))
	ctx, span := provider.Tracer("test").Start(t.Context(), "call")
	o := retry.Options{Policy: func(string, any) retry.Policy { return retry.Policy{MaxAttempts: 3} }}
	attempts := 0
	handler := func(context.Context, any) (any, error) {
		if attempts++; attempts < 3 {
			return nil, &failure{safe: true}
		}
		return new(toolv1.CallToolResponse), nil
	}
	_, err := retry.UnaryServerInterceptor(o)(ctx, nil, &grpc.UnaryServerInfo{}, handler)
	if err != nil {
		t.Fatal(err)
	}
	span.End()
	ended := recorder.Ended()[0]
	if got := len(ended.Events()); got != 2 {
		t.Errorf("got %d span events, want 2", got)
	}
	if want := attribute.Int("coderef.attempts", 3); !slices.Contains(ended.Attributes(), want) {
		t.Errorf("got attributes %v, want %v", ended.Attributes(), want)
	}
}

// The interceptor depends on no response type: it finds the field in responses and in events.
func TestAttemptCountOfEveryResponse(t *testing.T) {
	for _, resp := range []proto.Message{
		&toolv1.CallToolResponse{},
		&toolv1.StreamCallToolResponse{},
		&resourcev1.GetResourceResponse{},
		&resourcev1.StreamResourceResponse{},
		&codeintelv1.QueryResponse{},
		&codeintelv1.StreamScanResponse{},
	} {
		name := resp.ProtoReflect().Descriptor().Name()
		t.Run(string(name), func(t *testing.T) {
			info := setCallInfo(t, resp.ProtoReflect())
			if got := attempt(t, resp); got != resp {
				t.Errorf("got response %v, want the response of the handler", got)
			}
			if got := info.GetAttemptCount(); got != 1 {
				t.Errorf("got attempt count %d, want 1", got)
			}
		})
	}
}

// A response without the field is returned unchanged.
func TestResponsesWithoutAttemptCount(t *testing.T) {
	progress := &toolv1.StreamCallToolResponse_Progress{Progress: new(commonv1.ProgressEvent)}
	chunk := &toolv1.StreamCallToolResponse_ResultChunk{ResultChunk: []byte("{}")}
	for name, resp := range map[string]any{
		"no CallInfo":        new(toolv1.CallToolResponse),
		"empty event":        new(toolv1.StreamCallToolResponse),
		"another message":    &toolv1.StreamCallToolResponse{Event: progress},
		"bytes":              &toolv1.StreamCallToolResponse{Event: chunk},
		"result without one": testserver.Result(new(toolv1.CallToolResponse)),
		"no such field":      new(toolv1.WatchToolsResponse),
		"not protobuf":       "text",
	} {
		t.Run(name, func(t *testing.T) {
			want := fmt.Sprint(resp)
			if got := fmt.Sprint(attempt(t, resp)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// attempt returns the response of a call whose handler returns resp.
func attempt(t *testing.T, resp any) any {
	t.Helper()
	o := retry.Options{Policy: func(string, any) retry.Policy { return retry.Policy{} }}
	handler := func(context.Context, any) (any, error) { return resp, nil }
	got, err := retry.UnaryServerInterceptor(o)(t.Context(), nil, &grpc.UnaryServerInfo{}, handler)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// setCallInfo sets the CallInfo of a response, or of the result of an event, and returns it.
func setCallInfo(t *testing.T, resp protoreflect.Message) *commonv1.CallInfo {
	t.Helper()
	fields := resp.Descriptor().Fields()
	if result := fields.ByName("result"); fields.ByName("call_info") == nil && result != nil {
		resp = resp.Mutable(result).Message()
	}
	field := resp.Descriptor().Fields().ByName("call_info")
	if field == nil {
		t.Fatalf("%s: got no field call_info, want one", resp.Descriptor().FullName())
	}
	info := new(commonv1.CallInfo)
	resp.Set(field, protoreflect.ValueOfMessage(info.ProtoReflect()))
	return info
}
