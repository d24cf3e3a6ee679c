// Package recovery converts a panic to INTERNAL.
//
// The panic and its stack are logged. The caller receives only the reason INTERNAL, because a stack
// contains paths and, in its arguments, data of other calls.
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

// Options configures the interceptors. The zero value is valid.
type Options struct {
	// Logger receives one record for each panic. If it is nil, the record is discarded.
	Logger *slog.Logger
	// ErrorDomain is the domain of the google.rpc.ErrorInfo in each status. Empty means "coderef".
	ErrorDomain string
}

// UnaryServerInterceptor recovers from panics in unary calls.
func UnaryServerInterceptor(o Options) grpc.UnaryServerInterceptor {
	return ggmrecovery.UnaryServerInterceptor(o.handler())
}

// StreamServerInterceptor recovers from panics in streams.
func StreamServerInterceptor(o Options) grpc.StreamServerInterceptor {
	return ggmrecovery.StreamServerInterceptor(o.handler())
}

func (o Options) handler() ggmrecovery.Option {
	logger := o.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return ggmrecovery.WithRecoveryHandlerContext(func(ctx context.Context, p any) error {
		method, _ := grpc.Method(ctx)
		logger.ErrorContext(
			ctx, "panic in a call", "grpc.full_method", method, "panic", p, "stack", string(debug.Stack()),
		)
		return rpcerr.New(o.ErrorDomain, codes.Internal, commonv1.ErrorReason_ERROR_REASON_INTERNAL,
			"internal error: the log of the service contains the cause under the request id", nil).Err()
	})
}
