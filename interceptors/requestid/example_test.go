package requestid_test

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/requestid"
)

// namedHealth prints the request id of each call.
type namedHealth struct {
	healthv1.UnimplementedHealthServer
}

func (namedHealth) Check(ctx context.Context, _ *healthv1.HealthCheckRequest) (*healthv1.HealthCheckResponse, error) {
	fmt.Println("handler:", requestid.FromContext(ctx))
	return &healthv1.HealthCheckResponse{}, nil
}

// The id that the caller sent is in the handler's context and in the response header. A call
// without one gets a new id.
func Example() {
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(requestid.UnaryServerInterceptor()),
		grpc.ChainStreamInterceptor(requestid.StreamServerInterceptor()),
	)
	healthv1.RegisterHealthServer(server, namedHealth{})
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()

	ctx := metadata.AppendToOutgoingContext(context.Background(), requestid.Header, "order-17")
	var header metadata.MD
	_, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{}, grpc.Header(&header))
	fmt.Println("client:", header.Get(requestid.Header), err)
	// Output:
	// handler: order-17
	// client: [order-17] <nil>
}
