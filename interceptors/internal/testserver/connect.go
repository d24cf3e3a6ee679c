package testserver

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"
)

// Connect serves server on an in-memory listener and returns a connection to it. stop closes both
// and waits for the calls in flight.
func Connect(server *grpc.Server) (conn *grpc.ClientConn, stop func()) {
	listener := bufconn.Listen(1 << 20)
	conn, err := grpc.NewClient(
		"passthrough:///bufconn",
		grpc.WithContextDialer(
			func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) },
		),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
	)
	if err != nil { // cannot happen: the options are valid
		panic(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener)
	}()
	return conn, func() {
		_ = conn.Close()
		server.Stop()
		<-served
	}
}
