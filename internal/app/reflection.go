package app

import (
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// endReflection returns an interceptor that ends reflection streams when done is
// closed. They wait for the client's next question, and some tools keep theirs
// open as long as their window, which would hold up a graceful stop.
func endReflection(done <-chan struct{}) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if strings.HasPrefix(info.FullMethod, "/grpc.reflection.") {
			stream = &idleStream{ServerStream: stream, done: done}
		}
		return handler(srv, stream)
	}
}

// idleStream is a stream whose wait for a message can be ended.
type idleStream struct {
	grpc.ServerStream
	done <-chan struct{}
}

// RecvMsg receives a message, or fails when the service ends. A receive that is
// left behind then ends with the stream, right after the handler returned.
func (s *idleStream) RecvMsg(m any) error {
	received := make(chan error, 1)
	go func() { received <- s.ServerStream.RecvMsg(m) }()
	select {
	case err := <-received:
		return err
	case <-s.done:
		return status.Error(codes.Unavailable, "the service is shutting down")
	}
}
