// Package logging writes one record for each call when it ends.
//
// Records have go-grpc-middleware's field names (grpc.service, grpc.method,
// grpc.code, grpc.time_ms, …) plus request_id, trace_id, span_id, and the reason
// of an error. Probes and reflection are logged at debug level: they come by the
// second and say nothing. Requests and responses are never logged.
package logging

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	ggmlogging "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/logging"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/requestid"
)

// UnaryServerInterceptor logs unary calls. The logger must not be nil.
func UnaryServerInterceptor(logger *slog.Logger) grpc.UnaryServerInterceptor {
	return ggmlogging.UnaryServerInterceptor(adapt(logger), options()...)
}

// StreamServerInterceptor logs streams. The logger must not be nil.
func StreamServerInterceptor(logger *slog.Logger) grpc.StreamServerInterceptor {
	return ggmlogging.StreamServerInterceptor(adapt(logger), options()...)
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

// level keeps errors for what an operator has to look at: a defect of ours, or a
// server that breaks the protocol.
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

func adapt(logger *slog.Logger) ggmlogging.Logger {
	return ggmlogging.LoggerFunc(func(ctx context.Context, lvl ggmlogging.Level, msg string, fields ...any) {
		at := slog.Level(lvl)
		if at == slog.LevelInfo && quiet(fields) {
			at = slog.LevelDebug
		}
		logger.Log(ctx, at, msg, fields...)
	})
}

// quiet says whether the record is about a service whose calls are no news.
func quiet(fields []any) bool {
	i := slices.Index(fields, any(ggmlogging.ServiceFieldKey))
	if i < 0 || i+1 >= len(fields) {
		return false
	}
	service, _ := fields[i+1].(string)
	return strings.HasPrefix(service, "grpc.health.") || strings.HasPrefix(service, "grpc.reflection.")
}
