package errstatus_test

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/errstatus"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
)

var errNoSuchService = errors.New("no such service")

// strictHealth returns domain errors and knows no status codes.
type strictHealth struct {
	healthv1.UnimplementedHealthServer
}

func (strictHealth) Check(context.Context, *healthv1.HealthCheckRequest) (*healthv1.HealthCheckResponse, error) {
	return nil, errNoSuchService
}

// toStatus is the one place that maps errors to statuses.
func toStatus(err error) *status.Status {
	if errors.Is(err, errNoSuchService) {
		return status.New(codes.NotFound, err.Error())
	}
	return status.New(codes.Internal, "internal error")
}

// Handlers return domain errors. One function maps them to statuses, for unary calls and streams.
// Errors that are statuses already, such as Unimplemented here, are kept.
func Example() {
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(errstatus.UnaryServerInterceptor(toStatus)),
		grpc.ChainStreamInterceptor(errstatus.StreamServerInterceptor(toStatus)),
	)
	healthv1.RegisterHealthServer(server, strictHealth{})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()
	client := healthv1.NewHealthClient(conn)

	_, err := client.Check(context.Background(), &healthv1.HealthCheckRequest{Service: "x"})
	fmt.Println(err)
	watch, err := client.Watch(context.Background(), &healthv1.HealthCheckRequest{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = watch.Recv()
	fmt.Println(status.Code(err))
	// Output:
	// rpc error: code = NotFound desc = no such service
	// Unimplemented
}
