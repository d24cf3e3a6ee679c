package app

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/reflection"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	reflectionv1alpha "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/internal/protosource"
)

// registerReflection adds server reflection, v1 and v1alpha, which describes all
// services of s. Descriptors of the contract have comments; they are built when
// a client first requests one, and v1 and v1alpha share them.
func registerReflection(s *grpc.Server) {
	resolver := new(protosource.Resolver)
	opts := reflection.ServerOptions{Services: s, DescriptorResolver: resolver, ExtensionResolver: resolver}
	reflectionv1.RegisterServerReflectionServer(s, reflection.NewServerV1(opts))
	reflectionv1alpha.RegisterServerReflectionServer(s, reflection.NewServer(opts))
}

// endReflection returns an interceptor that ends reflection streams when done is
// closed. A reflection stream waits for the client's next request, and some tools
// keep one open while they run, which would delay a graceful stop.
func endReflection(done <-chan struct{}) grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if info.IsClientStream { // reflection is the only service that waits for the client
			stream = &idleStream{ServerStream: stream, done: done}
		}
		return handler(srv, stream)
	}
}

// idleStream is a stream whose wait for a message ends when done is closed.
type idleStream struct {
	grpc.ServerStream
	done <-chan struct{}
}

// RecvMsg receives a message, or fails when done is closed. A pending receive then
// ends with the stream, right after the handler returned.
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
