package client_test

import (
	"context"
	"encoding/json"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// anyResponse returns an empty response of a method.
func anyResponse(method string) (proto.Message, error) {
	kind, err := protoregistry.GlobalTypes.FindMessageByName(methods()[method].Output().FullName())
	if err != nil {
		return nil, err
	}
	return kind.New().Interface(), nil
}

// The service config repeats the methods without side effects, unary and
// streaming, and no others. Every method waits for the service.
func TestServiceConfig(t *testing.T) {
	type methodConfig struct {
		Name []struct {
			Service, Method string
		}
		WaitForReady bool
		RetryPolicy  *struct{ RetryableStatusCodes []string }
	}
	var config struct{ MethodConfig []methodConfig }
	if err := json.Unmarshal([]byte(client.ServiceConfig()), &config); err != nil {
		t.Fatal(err)
	}
	entries := map[string]methodConfig{} // as gRPC looks them up: method, service, all
	for _, entry := range config.MethodConfig {
		for _, name := range entry.Name {
			path := ""
			if name.Service != "" {
				path = name.Service + "/" + name.Method
			}
			if _, duplicate := entries[path]; duplicate {
				t.Errorf("got the name %q twice, want it once", path)
			}
			entries[path] = entry
		}
	}
	used := map[string]bool{"": true}
	for _, service := range services() {
		for i := range service.Methods().Len() {
			method := service.Methods().Get(i)
			path := ""
			whole := string(service.FullName()) + "/"
			for _, key := range []string{whole + string(method.Name()), whole} {
				if _, ok := entries[key]; ok {
					path = key
					break
				}
			}
			used[path] = true
			options, _ := method.Options().(*descriptorpb.MethodOptions)
			want := options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
			entry := entries[path]
			if got := entry.RetryPolicy != nil; got != want {
				t.Errorf("%s: got repeated %t, want %t", method.FullName(), got, want)
			}
			if !entry.WaitForReady {
				t.Errorf("%s: got wait for ready false, want true", method.FullName())
			}
		}
	}
	for path := range entries {
		if !used[path] {
			t.Errorf("got the name %q, want only names of methods", path)
		}
	}
}

// A replica that is not ready gets no call: the call waits.
func TestHealthChecks(t *testing.T) {
	const service = "coderef.tool.v1.ToolService"
	f := &fake{health: health.NewServer(), unary: func(_ context.Context, _ int, method string, _ any) (any, error) {
		return anyResponse(method)
	}}
	f.health.SetServingStatus(service, healthv1.HealthCheckResponse_NOT_SERVING)
	c := serve(t, f, client.WithHealthChecks())
	awaitState(t, c, connectivity.TransientFailure)
	f.health.SetServingStatus(service, healthv1.HealthCheckResponse_SERVING)
	if _, err := c.ToolService().GetTool(soon(t), &toolv1.GetToolRequest{Name: "x"}); err != nil {
		t.Errorf("got %v, want %v", err, codes.OK)
	}
}

// awaitState connects and waits until the connection has a state.
func awaitState(t *testing.T, c *client.Client, want connectivity.State) {
	t.Helper()
	c.Conn().Connect()
	ctx := soon(t)
	for state := c.Conn().GetState(); state != want; state = c.Conn().GetState() {
		if !c.Conn().WaitForStateChange(ctx, state) {
			t.Fatalf("the connection stays %v, want %v", state, want)
		}
	}
}
