package app

import (
	"context"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc"
)

// inFlight counts the calls that a graceful stop waits for: those of our own
// services, without the watches, which end by themselves.
type inFlight struct{ calls atomic.Int64 }

func counted(method string) bool {
	return strings.HasPrefix(method, "/coderef.") && !strings.Contains(method, "/Watch")
}

func (f *inFlight) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	if counted(info.FullMethod) {
		f.calls.Add(1)
		defer f.calls.Add(-1)
	}
	return handler(ctx, req)
}

func (f *inFlight) stream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if counted(info.FullMethod) {
		f.calls.Add(1)
		defer f.calls.Add(-1)
	}
	return handler(srv, stream)
}
