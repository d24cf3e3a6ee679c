package retry_test

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/retry"
)

// busyError states that repeating the call is safe, and after how long.
type busyError struct{}

func (busyError) Error() string             { return "the backend is busy" }
func (busyError) SafeToRetry() bool         { return true }
func (busyError) RetryAfter() time.Duration { return time.Millisecond }

// busyHealth fails transiently before it succeeds.
type busyHealth struct {
	healthv1.UnimplementedHealthServer
	failures int // that are still to come
}

func (h *busyHealth) Check(context.Context, *healthv1.HealthCheckRequest) (*healthv1.HealthCheckResponse, error) {
	if h.failures > 0 {
		h.failures--
		fmt.Println("attempt failed")
		return nil, busyError{}
	}
	return &healthv1.HealthCheckResponse{Status: healthv1.HealthCheckResponse_SERVING}, nil
}

// A handler's error decides whether its call is repeated, so no side effect runs twice. The budget
// bounds the load that retries add to a backend that fails.
func Example() {
	budget, err := retry.NewBudget(100, 0.2) // 100 retries at first, then one for 5 calls
	if err != nil {
		fmt.Println(err)
		return
	}
	o := retry.Options{
		Policy: func(_ string, _ any) retry.Policy {
			return retry.Policy{Server: "backend", MaxAttempts: 3, Backoff: time.Millisecond}
		},
		Budget: budget,
	}
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(retry.UnaryServerInterceptor(o)),
		grpc.ChainStreamInterceptor(retry.StreamServerInterceptor(o)),
	)
	healthv1.RegisterHealthServer(server, &busyHealth{failures: 2})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()

	response, err := healthv1.NewHealthClient(conn).Check(context.Background(), &healthv1.HealthCheckRequest{})
	fmt.Println(response.GetStatus(), err)
	// Output:
	// attempt failed
	// attempt failed
	// SERVING <nil>
}
