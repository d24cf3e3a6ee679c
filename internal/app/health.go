package app

import (
	"context"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// endingHealth is gRPC's health server whose watches end with the service. Otherwise they stay open, and
// every client that balances by health would delay a graceful stop until its limit.
type endingHealth struct {
	*health.Server
	once sync.Once
	done chan struct{}
}

func newHealth() *endingHealth {
	return &endingHealth{Server: health.NewServer(), done: make(chan struct{})}
}

// Shutdown reports every service as NOT_SERVING from now on and ends all watches. It may be called more than
// once.
func (h *endingHealth) Shutdown() {
	h.Server.Shutdown()
	h.once.Do(func() { close(h.done) })
}

// Watch reports changes until the caller or the service ends. In the latter case the last status is
// NOT_SERVING.
func (h *endingHealth) Watch(req *healthv1.HealthCheckRequest, stream healthv1.Health_WatchServer) error {
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	go func() {
		select {
		case <-h.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	err := h.Server.Watch(req, &endingStream{stream, ctx})
	if stream.Context().Err() != nil || ctx.Err() == nil {
		return err
	}
	last := &healthv1.HealthCheckResponse{Status: healthv1.HealthCheckResponse_NOT_SERVING}
	if err := stream.Send(last); err != nil {
		return err
	}
	return status.Error(codes.Unavailable, "the service is shutting down")
}

// endingStream is a stream with a replaced context.
type endingStream struct {
	grpc.ServerStreamingServer[healthv1.HealthCheckResponse]
	ctx context.Context
}

// Context ends with the caller or the service.
func (s *endingStream) Context() context.Context { return s.ctx }
