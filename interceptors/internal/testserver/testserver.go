// Package testserver connects tests and examples of interceptors to a real gRPC server with a
// scripted ToolService.
package testserver

import (
	"context"
	"errors"
	"io"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Service is the scripted service.
type Service struct {
	toolv1.UnimplementedToolServiceServer
	// Unary implements CallTool, Stream implements StreamCallTool, Watch implements WatchTools.
	Unary  func(ctx context.Context, req *toolv1.CallToolRequest) (*toolv1.CallToolResponse, error)
	Stream func(*toolv1.StreamCallToolRequest, grpc.ServerStreamingServer[toolv1.StreamCallToolResponse]) error
	Watch  func(req *toolv1.WatchToolsRequest, stream grpc.ServerStreamingServer[toolv1.WatchToolsResponse]) error
}

// CallTool calls Unary.
func (s *Service) CallTool(ctx context.Context, req *toolv1.CallToolRequest) (*toolv1.CallToolResponse, error) {
	return s.Unary(ctx, req)
}

// StreamCallTool calls Stream.
func (s *Service) StreamCallTool(
	req *toolv1.StreamCallToolRequest, stream grpc.ServerStreamingServer[toolv1.StreamCallToolResponse],
) error {
	return s.Stream(req, stream)
}

// WatchTools calls Watch.
func (s *Service) WatchTools(
	req *toolv1.WatchToolsRequest, stream grpc.ServerStreamingServer[toolv1.WatchToolsResponse],
) error {
	return s.Watch(req, stream)
}

// Both handles unary calls and streams alike. It returns the error of handle, or an empty response.
func Both(handle func(ctx context.Context, name string) error) *Service {
	return &Service{
		Unary: func(ctx context.Context, req *toolv1.CallToolRequest) (*toolv1.CallToolResponse, error) {
			if err := handle(ctx, req.GetName()); err != nil {
				return nil, err
			}
			return &toolv1.CallToolResponse{CallInfo: new(commonv1.CallInfo)}, nil
		},
		Stream: func(
			req *toolv1.StreamCallToolRequest, stream grpc.ServerStreamingServer[toolv1.StreamCallToolResponse],
		) error {
			if err := handle(stream.Context(), req.GetCall().GetName()); err != nil {
				return err
			}
			return stream.Send(Result(&toolv1.CallToolResponse{CallInfo: new(commonv1.CallInfo)}))
		},
		Watch: func(_ *toolv1.WatchToolsRequest, stream grpc.ServerStreamingServer[toolv1.WatchToolsResponse]) error {
			return handle(stream.Context(), "")
		},
	}
}

// Result returns resp as the last event of a stream.
func Result(resp *toolv1.CallToolResponse) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Result{Result: resp}}
}

// Start runs service behind the interceptors and returns a client.
func Start(
	t testing.TB, service toolv1.ToolServiceServer, unary grpc.UnaryServerInterceptor,
	stream grpc.StreamServerInterceptor, options ...grpc.ServerOption,
) toolv1.ToolServiceClient {
	t.Helper()
	return StartWith(
		t, service, append(options, grpc.ChainUnaryInterceptor(unary), grpc.ChainStreamInterceptor(stream))...,
	)
}

// StartWith runs service with the server options and returns a client.
func StartWith(t testing.TB, service toolv1.ToolServiceServer, options ...grpc.ServerOption) toolv1.ToolServiceClient {
	t.Helper()
	server := grpc.NewServer(options...)
	toolv1.RegisterToolServiceServer(server, service)
	conn, stop := Connect(server)
	t.Cleanup(stop)
	return toolv1.NewToolServiceClient(conn)
}

// Call calls the service with one of its RPCs.
type Call func(
	ctx context.Context, client toolv1.ToolServiceClient, name string, options ...grpc.CallOption,
) (*toolv1.CallToolResponse, error)

// Calls returns the unary and the streaming RPC, which must behave alike.
func Calls() map[string]Call {
	return map[string]Call{
		"unary": func(
			ctx context.Context, client toolv1.ToolServiceClient, name string, options ...grpc.CallOption,
		) (*toolv1.CallToolResponse, error) {
			return client.CallTool(ctx, &toolv1.CallToolRequest{Name: name}, options...)
		},
		"stream": func(
			ctx context.Context, client toolv1.ToolServiceClient, name string, options ...grpc.CallOption,
		) (*toolv1.CallToolResponse, error) {
			stream, err := client.StreamCallTool(
				ctx, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: name}}, options...,
			)
			if err != nil {
				return nil, err
			}
			var last *toolv1.CallToolResponse
			for {
				event, err := stream.Recv()
				if errors.Is(err, io.EOF) {
					return last, nil
				}
				if err != nil {
					return nil, err
				}
				last = event.GetResult()
			}
		},
	}
}

// Info returns the ErrorInfo of an error, or nil.
func Info(err error) *errdetails.ErrorInfo {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info
		}
	}
	return nil
}

// Name returns the name of the tool that a request calls, or "".
func Name(req any) string {
	switch r := req.(type) {
	case *toolv1.CallToolRequest:
		return r.GetName()
	case *toolv1.StreamCallToolRequest:
		return r.GetCall().GetName()
	default:
		return ""
	}
}
