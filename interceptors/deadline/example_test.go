package deadline_test

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/coderef-system/coderefd/interceptors/deadline"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
)

// hurriedHealth prints the remaining time of each call.
type hurriedHealth struct {
	healthv1.UnimplementedHealthServer
}

func (hurriedHealth) Check(
	ctx context.Context, _ *healthv1.HealthCheckRequest,
) (*healthv1.HealthCheckResponse, error) {
	end, ok := ctx.Deadline()
	fmt.Println(ok, time.Until(end).Round(time.Hour))
	return &healthv1.HealthCheckResponse{}, nil
}

// Every handler has a deadline: the default if the caller sent none, the maximum if the caller's is
// later.
func Example() {
	o := deadline.Options{
		Timeouts: func(_ string, _ any) deadline.Timeouts {
			return deadline.Timeouts{Default: 2 * time.Hour, Max: 5 * time.Hour}
		},
		Floor:       10 * time.Millisecond,
		ErrorDomain: "shop.example.com",
	}
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(deadline.UnaryServerInterceptor(o)),
		grpc.ChainStreamInterceptor(deadline.StreamServerInterceptor(o)),
	)
	healthv1.RegisterHealthServer(server, hurriedHealth{})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()
	client := healthv1.NewHealthClient(conn)

	_, err := client.Check(context.Background(), &healthv1.HealthCheckRequest{})
	fmt.Println(err)
	ctx, cancel := context.WithTimeout(context.Background(), 24*time.Hour)
	defer cancel()
	_, err = client.Check(ctx, &healthv1.HealthCheckRequest{})
	fmt.Println(err)
	// Output:
	// true 2h0m0s
	// <nil>
	// true 5h0m0s
	// <nil>
}
