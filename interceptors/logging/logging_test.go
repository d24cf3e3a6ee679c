package logging_test

import (
	"context"
	"log/slog"
	"testing"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/rpcerr"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/logging"
	"github.com/coderef-system/coderefd/interceptors/requestid"
)

// records is a log handler that sends each record to the test.
type records chan slog.Record

func (r records) Enabled(context.Context, slog.Level) bool { return true }
func (r records) WithAttrs([]slog.Attr) slog.Handler       { return r }
func (r records) WithGroup(string) slog.Handler            { return r }

func (r records) Handle(_ context.Context, record slog.Record) error {
	r <- record
	return nil
}

func attributes(record slog.Record) map[string]string {
	all := make(map[string]string)
	record.Attrs(func(a slog.Attr) bool {
		all[a.Key] = a.Value.String()
		return true
	})
	return all
}

func TestOneRecordPerCall(t *testing.T) {
	refused := rpcerr.New("", codes.Internal, commonv1.ErrorReason_ERROR_REASON_SERVER_PROTOCOL_ERROR, "m", nil).Err()
	tests := map[string]struct {
		err    error
		level  slog.Level
		code   string
		reason string
	}{
		"ok":     {nil, slog.LevelInfo, "OK", ""},
		"failed": {refused, slog.LevelError, "Internal", "SERVER_PROTOCOL_ERROR"},
	}
	for way, call := range testserver.Calls() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				log := make(records, 8)
				logger := slog.New(log)
				client := testserver.StartWith(
					t,
					testserver.Both(func(context.Context, string) error { return test.err }),
					grpc.ChainUnaryInterceptor(
						requestid.UnaryServerInterceptor(),
						logging.UnaryServerInterceptor(logging.Options{Logger: logger}),
					),
					grpc.ChainStreamInterceptor(
						requestid.StreamServerInterceptor(),
						logging.StreamServerInterceptor(logging.Options{Logger: logger}),
					),
				)
				_, _ = call(t.Context(), client, "x")
				record := <-log
				got := attributes(record)
				if record.Level != test.level || got["grpc.code"] != test.code || got["reason"] != test.reason {
					t.Errorf(
						"got level %v, attributes %v, want level %v, code %s, reason %q",
						record.Level, got, test.level, test.code, test.reason,
					)
				}
				for _, key := range []string{"request_id", "grpc.service", "grpc.method", "grpc.time_ms", "peer.address"} {
					if got[key] == "" {
						t.Errorf("got attributes %v, want %s among them", got, key)
					}
				}
				if len(log) > 0 {
					t.Errorf("got a second record %v, want one", <-log)
				}
			})
		}
	}
}

func TestProbesAreQuiet(t *testing.T) {
	log := make(records, 8)
	unary := logging.UnaryServerInterceptor(logging.Options{
		Logger: slog.New(log),
		Quiet:  func(name string) bool { return name == healthv1.Health_Check_FullMethodName },
	})
	info := &grpc.UnaryServerInfo{FullMethod: healthv1.Health_Check_FullMethodName}
	_, err := unary(t.Context(), &healthv1.HealthCheckRequest{}, info, func(ctx context.Context, req any) (any, error) {
		return health.NewServer().Check(ctx, req.(*healthv1.HealthCheckRequest))
	})
	if err != nil {
		t.Fatal(err)
	}
	if record := <-log; record.Level != slog.LevelDebug {
		t.Errorf("got level %v, want DEBUG", record.Level)
	}
}

func TestTraceIsNamed(t *testing.T) {
	log := make(records, 8)
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}})
	unary := logging.UnaryServerInterceptor(logging.Options{Logger: slog.New(log)})
	info := &grpc.UnaryServerInfo{FullMethod: toolv1.ToolService_CallTool_FullMethodName}
	_, err := unary(
		trace.ContextWithSpanContext(t.Context(), span), nil, info,
		func(context.Context, any) (any, error) { return nil, nil },
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := attributes(<-log); got["trace_id"] != span.TraceID().String() ||
		got["span_id"] != span.SpanID().String() {
		t.Errorf("got attributes %v, want trace_id %v, span_id %v", got, span.TraceID(), span.SpanID())
	}
}
