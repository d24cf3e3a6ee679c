package app

import (
	"context"
	"sync/atomic"

	"google.golang.org/grpc"

	"github.com/coderef-system/coderefd/internal/method"
)

// inFlight counts the calls that a graceful stop waits for: calls of the contract's services except watches,
// which end by themselves.
type inFlight struct {
	methods *method.Table
	calls   atomic.Int64
}

func (f *inFlight) counts(fullMethod string) bool {
	m := f.methods.Of(fullMethod)
	return !m.Auxiliary && !m.Watch
}

func (f *inFlight) unary(
	ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
) (any, error) {
	if f.counts(info.FullMethod) {
		f.calls.Add(1)
		defer f.calls.Add(-1)
	}
	return handler(ctx, req)
}

func (f *inFlight) stream(
	srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler,
) error {
	if f.counts(info.FullMethod) {
		f.calls.Add(1)
		defer f.calls.Add(-1)
	}
	return handler(srv, stream)
}
