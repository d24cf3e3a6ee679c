package client_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/coderef-system/coderefd/client"
	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

func TestCallToolRetries(t *testing.T) {
	soon := &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)}
	pushback := func(ctx context.Context, ms string) {
		_ = grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", ms)) // seen by its effect
	}
	tests := []struct {
		name  string
		fail  func(ctx context.Context) error
		calls int
		code  codes.Code
	}{
		{"the service says when", func(context.Context) error { return said(codes.Unavailable, "X", soon) }, 3, codes.OK},
		{"the service pushes back", func(ctx context.Context) error {
			pushback(ctx, "1")
			return said(codes.Unavailable, "X")
		}, 3, codes.OK},
		{"the service wants no more", func(ctx context.Context) error {
			pushback(ctx, "-1")
			return said(codes.Unavailable, "X", soon)
		}, 1, codes.Unavailable},
		{"somebody else says unavailable", func(context.Context) error { return status.Error(codes.Unavailable, "no") }, 1, codes.Unavailable},
		{"the tool may have run", func(context.Context) error { return said(codes.Aborted, "X", soon) }, 1, codes.Aborted},
		{"later than the deadline", func(context.Context) error {
			return said(codes.Unavailable, "X", &errdetails.RetryInfo{RetryDelay: durationpb.New(hour)})
		}, 1, codes.Unavailable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := &fake{call: func(ctx context.Context, attempt int) (*toolv1.CallToolResponse, error) {
				if attempt < 3 {
					return nil, test.fail(ctx)
				}
				return &toolv1.CallToolResponse{}, nil
			}}
			c, _ := serve(t, f)
			_, err := c.ToolService().CallTool(patient(t), &toolv1.CallToolRequest{Name: "x"})
			if status.Code(err) != test.code || f.count() != test.calls {
				t.Errorf("%v after %d calls, want %v after %d", err, f.count(), test.code, test.calls)
			}
		})
	}
}

func TestCallToolRetriesEnd(t *testing.T) {
	f := &fake{call: func(context.Context, int) (*toolv1.CallToolResponse, error) {
		return nil, said(codes.Unavailable, "X", &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)})
	}}
	c, _ := serve(t, f)
	_, err := c.ToolService().CallTool(patient(t), &toolv1.CallToolRequest{Name: "x"})
	if status.Code(err) != codes.Unavailable || f.count() != 4 {
		t.Errorf("%v after %d calls", err, f.count())
	}
}

// A connection that breaks during a call gives UNAVAILABLE too, but the tool may
// have run.
func TestBrokenConnectionIsNoRetry(t *testing.T) {
	begun := make(chan struct{}, 2)
	f := &fake{call: func(ctx context.Context, _ int) (*toolv1.CallToolResponse, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	c, server := serve(t, f)
	failed := make(chan error, 1)
	ctx := patient(t)
	go func() {
		_, err := c.ToolService().CallTool(ctx, &toolv1.CallToolRequest{Name: "x"})
		failed <- err
	}()
	<-begun
	server.Stop()
	if err := <-failed; status.Code(err) != codes.Unavailable || f.count() != 1 {
		t.Errorf("%v after %d calls", err, f.count())
	}
}

// Reads are repeated by the service config, whatever the reason.
func TestReadsRetry(t *testing.T) {
	f := &fake{list: func(attempt int, _ *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
		if attempt == 1 {
			return nil, status.Error(codes.Unavailable, "no")
		}
		return &toolv1.ListToolsResponse{}, nil
	}}
	c, _ := serve(t, f)
	if _, err := c.ToolService().ListTools(patient(t), &toolv1.ListToolsRequest{}); err != nil || f.count() != 2 {
		t.Errorf("%v after %d calls", err, f.count())
	}
}

// Methods that may have side effects are repeated where the service says that it
// is safe, and by no other rule.
func TestSideEffectsRetry(t *testing.T) {
	soon := &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)}
	for name, call := range map[string]func(context.Context, codeintelv1.CodeIntelServiceClient) error{
		"Tag": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{Path: "/p"})
			return err
		},
		"Export": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Export(ctx, &codeintelv1.ExportRequest{ProjectPath: "/p"})
			return err
		},
	} {
		for _, test := range []struct {
			fail  error
			calls int
		}{
			{said(codes.Unavailable, "X", soon), 2}, {said(codes.Aborted, "X"), 1}, {status.Error(codes.Unavailable, "no"), 1},
		} {
			f := &fake{}
			f.write = func(attempt int) error {
				if attempt > 1 {
					return nil
				}
				return test.fail
			}
			c, _ := serve(t, f)
			err := call(patient(t), c.CodeIntelService())
			if f.count() != test.calls || (test.calls == 2) != (err == nil) {
				t.Errorf("%s fails with %v: %v after %d calls, want %d", name, test.fail, err, f.count(), test.calls)
			}
		}
	}
}

// The published service config repeats what has no side effects, and nothing else.
func TestServiceConfig(t *testing.T) {
	var config struct {
		MethodConfig []struct {
			Name []struct{ Service, Method string }
		}
	}
	if err := json.Unmarshal([]byte(client.ServiceConfig()), &config); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, m := range config.MethodConfig {
		for _, n := range m.Name {
			listed[n.Service+"/"+n.Method] = true
		}
	}
	for _, file := range []protoreflect.FileDescriptor{
		toolv1.File_coderef_tool_v1_tool_service_proto, resourcev1.File_coderef_resource_v1_resource_service_proto,
		codeintelv1.File_coderef_codeintel_v1_codeintel_service_proto, adminv1.File_coderef_admin_v1_admin_service_proto,
	} {
		service := file.Services().Get(0)
		whole := string(service.FullName()) + "/"
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			options, _ := method.Options().(*descriptorpb.MethodOptions)
			reads := options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
			name := whole + string(method.Name())
			// A watch is for its caller to begin again.
			watch := strings.HasPrefix(string(method.Name()), "Watch") && !listed[whole]
			if repeated := listed[whole] || listed[name]; repeated != (reads && !watch) {
				t.Errorf("%s: repeated %t, without side effects %t", name, repeated, reads)
			}
			delete(listed, name)
		}
		delete(listed, whole)
	}
	for name := range listed {
		t.Errorf("%s is no method", name)
	}
}

// A replica that is not ready is passed over: the call waits for it instead of
// reaching it.
func TestHealthChecks(t *testing.T) {
	f := &fake{list: func(int, *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
		return &toolv1.ListToolsResponse{}, nil
	}}
	h := health.NewServer()
	const service = "coderef.tool.v1.ToolService"
	h.SetServingStatus(service, healthv1.HealthCheckResponse_NOT_SERVING)
	addr, _ := listen(t, f, h)
	c, err := client.Dial(addr, client.WithHealthChecks())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	c.Conn().Connect()
	ctx := patient(t)
	for state := c.Conn().GetState(); state != connectivity.TransientFailure; state = c.Conn().GetState() {
		if !c.Conn().WaitForStateChange(ctx, state) {
			t.Fatalf("the connection stays %v", state)
		}
	}
	h.SetServingStatus(service, healthv1.HealthCheckResponse_SERVING)
	if _, err := c.ToolService().ListTools(ctx, &toolv1.ListToolsRequest{}, grpc.WaitForReady(true)); err != nil {
		t.Error(err)
	}
}
