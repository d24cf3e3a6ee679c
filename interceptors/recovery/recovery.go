// Package recovery turns a panic into INTERNAL.
//
// The panic and its stack go to the log. The caller learns only that it was a
// defect: a stack shows paths and, in its arguments, data of other calls.
package recovery

import (
	"context"
	"log/slog"
	"runtime/debug"

	ggmrecovery "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/recovery"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/rpcerr"
)

// UnaryServerInterceptor recovers unary calls. The logger must not be nil.
func UnaryServerInterceptor(logger *slog.Logger) grpc.UnaryServerInterceptor {
	return ggmrecovery.UnaryServerInterceptor(handler(logger))
}

// StreamServerInterceptor recovers streams. The logger must not be nil.
func StreamServerInterceptor(logger *slog.Logger) grpc.StreamServerInterceptor {
	return ggmrecovery.StreamServerInterceptor(handler(logger))
}

func handler(logger *slog.Logger) ggmrecovery.Option {
	return ggmrecovery.WithRecoveryHandlerContext(func(ctx context.Context, p any) error {
		method, _ := grpc.Method(ctx)
		logger.ErrorContext(ctx, "panic in a call", "grpc.full_method", method, "panic", p, "stack", string(debug.Stack()))
		return rpcerr.New(codes.Internal, commonv1.ErrorReason_ERROR_REASON_INTERNAL,
			"internal error: the service's log holds the cause under the request id", nil).Err()
	})
}
