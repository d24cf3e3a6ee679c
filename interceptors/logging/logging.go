// Package logging writes one record for each call when it ends.
//
// Records have go-grpc-middleware's field names (grpc.service, grpc.method, grpc.code,
// grpc.time_ms, …) plus request_id, trace_id, span_id, and the reason of an error. Requests and
// responses are never logged.
package logging

import (
	"context"
	"log/slog"
	"slices"

	ggmlogging "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/requestid"
)

// Options configures the interceptors.
type Options struct {
	// Logger receives the records. Required.
	Logger *slog.Logger
	// Quiet reports whether successful calls of a method ("/package.Service/Method"), such as
	// health probes, are logged at debug level instead of info. If it is nil, no method is
	// quiet.
	Quiet func(fullMethod string) bool
}

// UnaryServerInterceptor logs unary calls.
func UnaryServerInterceptor(o Options) grpc.UnaryServerInterceptor {
	return ggmlogging.UnaryServerInterceptor(o.adapt(), options()...)
}

// StreamServerInterceptor logs streams.
func StreamServerInterceptor(o Options) grpc.StreamServerInterceptor {
	return ggmlogging.StreamServerInterceptor(o.adapt(), options()...)
}

func options() []ggmlogging.Option {
	return []ggmlogging.Option{
		ggmlogging.WithLogOnEvents(ggmlogging.FinishCall),
		ggmlogging.WithLevels(level),
		ggmlogging.WithFieldsFromContext(contextFields),
		ggmlogging.WithErrorFields(errorFields),
		ggmlogging.WithDisableLoggingFields(ggmlogging.SystemTag[0]),
	}
}

// level returns error only for failures that an operator must investigate: a defect of this
// service, or a server that violates the protocol.
func level(code codes.Code) ggmlogging.Level {
	switch code {
	case codes.Internal, codes.DataLoss:
		return ggmlogging.LevelError
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Aborted, codes.Unknown:
		return ggmlogging.LevelWarn
	default:
		return ggmlogging.LevelInfo
	}
}

func contextFields(ctx context.Context) ggmlogging.Fields {
	fields := ggmlogging.Fields{"request_id", requestid.FromContext(ctx)}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		fields = append(fields, "trace_id", span.TraceID().String(), "span_id", span.SpanID().String())
	}
	return fields
}

func errorFields(err error) ggmlogging.Fields {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return ggmlogging.Fields{"reason", info.GetReason()}
		}
	}
	return nil
}

func (o Options) adapt() ggmlogging.Logger {
	return ggmlogging.LoggerFunc(func(ctx context.Context, lvl ggmlogging.Level, msg string, fields ...any) {
		at := slog.Level(lvl)
		if at == slog.LevelInfo && o.Quiet != nil && o.Quiet(methodOf(fields)) {
			at = slog.LevelDebug
		}
		o.Logger.Log(ctx, at, msg, fields...)
	})
}

// methodOf returns the full method name in the fields of a record.
func methodOf(fields []any) string {
	return "/" + field(fields, ggmlogging.ServiceFieldKey) + "/" + field(fields, ggmlogging.MethodFieldKey)
}

// field returns a text field of a record, or "" if there is none.
func field(fields []any, key string) string {
	i := slices.Index(fields, any(key))
	if i < 0 || i+1 >= len(fields) {
		return ""
	}
	text, _ := fields[i+1].(string)
	return text
}
