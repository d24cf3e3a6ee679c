package client_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/app/apptest"
)

func TestMain(m *testing.M) {
	apptest.ChildMain()
	goleak.VerifyTestMain(m)
}

// fake is a tool service whose answers a test sets.
type fake struct {
	toolv1.UnimplementedToolServiceServer

	mu     sync.Mutex
	calls  int
	call   func(ctx context.Context, attempt int) (*toolv1.CallToolResponse, error)
	list   func(attempt int, req *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error)
	stream []*toolv1.StreamCallToolResponse
	last   *toolv1.StreamCallToolRequest

	resources fakeResources

	// write answers Tag and Export.
	write func(attempt int) error
}

// fakeCodeIntel is the fake's code intelligence.
type fakeCodeIntel struct {
	codeintelv1.UnimplementedCodeIntelServiceServer
	*fake
}

func (f fakeCodeIntel) Tag(context.Context, *codeintelv1.TagRequest) (*codeintelv1.TagResponse, error) {
	return &codeintelv1.TagResponse{}, f.write(f.next())
}

func (f fakeCodeIntel) Export(context.Context, *codeintelv1.ExportRequest) (*codeintelv1.ExportResponse, error) {
	return &codeintelv1.ExportResponse{}, f.write(f.next())
}

func (f *fake) next() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	return f.calls
}

func (f *fake) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls
}

func (f *fake) CallTool(ctx context.Context, _ *toolv1.CallToolRequest) (*toolv1.CallToolResponse, error) {
	return f.call(ctx, f.next())
}

func (f *fake) ListTools(_ context.Context, req *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
	return f.list(f.next(), req)
}

func (f *fake) StreamCallTool(req *toolv1.StreamCallToolRequest, stream grpc.ServerStreamingServer[toolv1.StreamCallToolResponse]) error {
	f.last = req
	for _, event := range f.stream {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}

// serve serves a fake on a connection of its own.
func serve(t *testing.T, f *fake) (*client.Client, *grpc.Server) {
	t.Helper()
	addr, server := listen(t, f, health.NewServer())
	return dial(t, addr), server
}

func listen(t *testing.T, f *fake, h *health.Server) (string, *grpc.Server) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	toolv1.RegisterToolServiceServer(server, f)
	resourcev1.RegisterResourceServiceServer(server, &f.resources)
	codeintelv1.RegisterCodeIntelServiceServer(server, fakeCodeIntel{fake: f})
	healthv1.RegisterHealthServer(server, h)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener) // Stop ends it
	}()
	t.Cleanup(func() {
		server.Stop()
		<-done
	})
	return listener.Addr().String(), server
}

func dial(t *testing.T, addr string) *client.Client {
	t.Helper()
	c, err := client.Dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func patient(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	t.Cleanup(cancel)
	return ctx
}

// said is a status as the service makes them.
func said(code codes.Code, reason string, more ...protoadapt.MessageV1) error {
	details := append([]protoadapt.MessageV1{
		&errdetails.ErrorInfo{Domain: "coderef", Reason: reason, Metadata: map[string]string{"server": "s"}},
	}, more...)
	st, err := status.New(code, "no").WithDetails(details...)
	if err != nil {
		return err
	}
	return st.Err()
}

const hour = time.Hour
