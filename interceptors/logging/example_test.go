package logging_test

import (
	"context"
	"log/slog"
	"os"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/logging"
	"github.com/coderef-system/coderefd/interceptors/requestid"
)

// Each call makes one record when it ends. The level follows from the status code, and the request
// id links the record to the caller's own log.
func Example() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		// Leave out the time, the peer and so on, which differ from run to run.
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if slices.Contains([]string{"level", "grpc.method", "grpc.code", "request_id"}, a.Key) {
				return a
			}
			return slog.Attr{}
		},
	}))
	records := logging.Options{Logger: logger}
	server := grpc.NewServer(
		// requestid comes first, because logging reads the id.
		grpc.ChainUnaryInterceptor(requestid.UnaryServerInterceptor(), logging.UnaryServerInterceptor(records)),
		grpc.ChainStreamInterceptor(requestid.StreamServerInterceptor(), logging.StreamServerInterceptor(records)),
	)
	toolv1.RegisterToolServiceServer(server, testserver.Both(func(_ context.Context, tool string) error {
		if tool == "slow" {
			return status.Error(codes.DeadlineExceeded, "the tool took too long")
		}
		return nil
	}))
	conn, stop := testserver.Connect(server) // serves in memory and dials
	defer stop()
	client := toolv1.NewToolServiceClient(conn)

	ctx := metadata.AppendToOutgoingContext(context.Background(), requestid.Header, "order-17")
	_, _ = client.CallTool(ctx, &toolv1.CallToolRequest{Name: "echo"})
	_, _ = client.CallTool(ctx, &toolv1.CallToolRequest{Name: "slow"})
	// Output:
	// level=INFO request_id=order-17 grpc.method=CallTool grpc.code=OK
	// level=WARN request_id=order-17 grpc.method=CallTool grpc.code=DeadlineExceeded
}
