// Package errstatus turns the domain errors of handlers into statuses.
//
// Statuses pass, except that one which the framework made for a message over the
// receive limit gets the ErrorInfo that the contract promises. Only streams see
// such a message here: for unary calls the framework answers before any
// interceptor runs.
package errstatus

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/rpcerr"
)

// Table turns an error that is not nil into a status that is not OK.
type Table func(error) *status.Status

// UnaryServerInterceptor maps the errors of unary calls.
func UnaryServerInterceptor(table Table) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		resp, err := handler(ctx, req)
		if err != nil {
			return nil, table.convert(err)
		}
		return resp, nil
	}
}

// StreamServerInterceptor maps the errors of streams.
func StreamServerInterceptor(table Table) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if err := handler(srv, stream); err != nil {
			return table.convert(err)
		}
		return nil
	}
}

// tooLarge starts the framework's message about the receive limit.
const tooLarge = "grpc: received message larger than max"

func (t Table) convert(err error) error {
	st, isStatus := status.FromError(err)
	if !isStatus {
		return t(err).Err()
	}
	if st.Code() == codes.ResourceExhausted && strings.HasPrefix(st.Message(), tooLarge) && !rpcerr.HasInfo(st) {
		return rpcerr.New(st.Code(), toolv1.ErrorReason_ERROR_REASON_REQUEST_TOO_LARGE, st.Message(), nil).Err()
	}
	return st.Err()
}
