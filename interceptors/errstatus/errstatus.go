// Package errstatus converts the domain errors of handlers to statuses.
//
// Statuses are returned unchanged. A message over the transport's receive limit, or one that is not
// valid protobuf, never reaches this interceptor: gRPC itself rejects it, for a unary call before
// any interceptor runs, and for a stream within RecvMsg.
package errstatus

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
)

// Table converts an error that is not nil to a status that is not OK.
type Table func(error) *status.Status

// UnaryServerInterceptor converts the errors of unary calls.
func UnaryServerInterceptor(table Table) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		resp, err := handler(ctx, req)
		if err != nil {
			return nil, table.convert(err)
		}
		return resp, nil
	}
}

// StreamServerInterceptor converts the errors of streams.
func StreamServerInterceptor(table Table) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if err := handler(srv, stream); err != nil {
			return table.convert(err)
		}
		return nil
	}
}

func (t Table) convert(err error) error {
	if st, isStatus := status.FromError(err); isStatus {
		return st.Err()
	}
	return t(err).Err()
}
