package recovery_test

import (
	"context"
	"fmt"
	"log/slog"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/recovery"
)

// faultyHealth has a defect in one of its code paths.
type faultyHealth struct {
	healthv1.UnimplementedHealthServer
}

func (faultyHealth) Check(
	_ context.Context, req *healthv1.HealthCheckRequest,
) (*healthv1.HealthCheckResponse, error) {
	if req.GetService() == "unknown" {
		panic("map of services is nil")
	}
	return &healthv1.HealthCheckResponse{Status: healthv1.HealthCheckResponse_SERVING}, nil
}

// A panic ends one call, not the process. The panic and its stack are logged. The caller receives a
// status with the error domain of this service.
func Example() {
	o := recovery.Options{Logger: slog.New(slog.DiscardHandler), ErrorDomain: "shop.example.com"}
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(recovery.UnaryServerInterceptor(o)),
		grpc.ChainStreamInterceptor(recovery.StreamServerInterceptor(o)),
	)
	healthv1.RegisterHealthServer(server, faultyHealth{})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()
	client := healthv1.NewHealthClient(conn)

	_, err := client.Check(context.Background(), &healthv1.HealthCheckRequest{Service: "unknown"})
	fmt.Println(status.Code(err))
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			fmt.Println(info.GetReason(), info.GetDomain())
		}
	}
	response, err := client.Check(context.Background(), &healthv1.HealthCheckRequest{})
	fmt.Println(response.GetStatus(), err)
	// Output:
	// Internal
	// INTERNAL shop.example.com
	// SERVING <nil>
}
