package client_test

import (
	"context"
	"net"
	"strings"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// fake is the service. A test sets the handlers that it needs; other RPCs return UNIMPLEMENTED.
type fake struct {
	toolv1.UnimplementedToolServiceServer
	resourcev1.UnimplementedResourceServiceServer
	codeintelv1.UnimplementedCodeIntelServiceServer
	adminv1.UnimplementedAdminServiceServer

	// unary handles every unary RPC. attempt counts the RPCs from 1; method is the
	// bare name.
	unary func(ctx context.Context, attempt int, method string, req any) (any, error)

	callTool func(attempt int, req *toolv1.StreamCallToolRequest, stream callStream) error
	scan     func(attempt int, req *codeintelv1.StreamScanRequest, stream scanStream) error
	read     func(attempt int, req *resourcev1.StreamResourceRequest, stream readStream) error
	watch    func(stream watchStream) error

	health *health.Server

	mu       sync.Mutex
	attempts int
}

type (
	callStream  = grpc.ServerStreamingServer[toolv1.StreamCallToolResponse]
	scanStream  = grpc.ServerStreamingServer[codeintelv1.StreamScanResponse]
	readStream  = grpc.ServerStreamingServer[resourcev1.StreamResourceResponse]
	watchStream = grpc.ServerStreamingServer[toolv1.WatchToolsResponse]
)

func (f *fake) next() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attempts++
	return f.attempts
}

// count returns the number of RPCs that arrived.
func (f *fake) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.attempts
}

func (f *fake) StreamCallTool(req *toolv1.StreamCallToolRequest, stream callStream) error {
	return f.callTool(f.next(), req, stream)
}

func (f *fake) StreamScan(req *codeintelv1.StreamScanRequest, stream scanStream) error {
	return f.scan(f.next(), req, stream)
}

func (f *fake) StreamResource(req *resourcev1.StreamResourceRequest, stream readStream) error {
	return f.read(f.next(), req, stream)
}

func (f *fake) WatchTools(_ *toolv1.WatchToolsRequest, stream watchStream) error {
	return f.watch(stream)
}

// intercept passes unary RPCs of our services to f.unary.
func (f *fake) intercept(
	ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler,
) (any, error) {
	switch {
	case !strings.HasPrefix(info.FullMethod, "/coderef."):
		return handler(ctx, req)
	case f.unary == nil:
		return nil, status.Error(codes.Unimplemented, info.FullMethod)
	}
	return f.unary(ctx, f.next(), info.FullMethod[strings.LastIndex(info.FullMethod, "/")+1:], req)
}

// serveFake serves f at an address: host:port, or unix: and the path of a socket.
// stop ends it without waiting for calls.
func serveFake(address string, f *fake) (listening string, stop func(), err error) {
	network, prefix := "tcp", ""
	path, unix := strings.CutPrefix(address, "unix:")
	if unix {
		network, prefix = "unix", "unix:"
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), network, path)
	if err != nil {
		return "", nil, err
	}
	server := grpc.NewServer(grpc.UnaryInterceptor(f.intercept))
	toolv1.RegisterToolServiceServer(server, f)
	resourcev1.RegisterResourceServiceServer(server, f)
	codeintelv1.RegisterCodeIntelServiceServer(server, f)
	adminv1.RegisterAdminServiceServer(server, f)
	if f.health == nil {
		f.health = health.NewServer()
	}
	healthv1.RegisterHealthServer(server, f.health)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener) // Stop ends it
	}()
	return prefix + listener.Addr().String(), func() {
		server.Stop()
		<-done
	}, nil
}
