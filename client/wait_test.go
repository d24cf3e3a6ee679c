package client_test

import (
	"context"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// echo responds to every unary RPC with an empty response, and to StreamCallTool
// with an empty result.
func echo() *fake {
	return &fake{
		unary: func(_ context.Context, _ int, method string, _ any) (any, error) { return anyResponse(method) },
		callTool: func(_ int, _ *toolv1.StreamCallToolRequest, stream callStream) error {
			return stream.Send(result(&toolv1.CallToolResponse{ResultJson: []byte(`{}`)}))
		},
	}
}

// A call waits for a service that is not there yet, whether it may be repeated or
// not.
func TestCallWaits(t *testing.T) {
	calls := map[string]func(context.Context, *client.Client) error{
		"without side effects": func(ctx context.Context, c *client.Client) error {
			_, err := c.ListTools(ctx, nil).Collect()
			return err
		},
		"unary": func(ctx context.Context, c *client.Client) error {
			_, err := c.ToolService().CallTool(ctx, &toolv1.CallToolRequest{Name: "x"})
			return err
		},
		"stream": func(ctx context.Context, c *client.Client) error {
			_, err := c.Call(ctx, client.Call{Tool: "x"})
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			address, ctx := socket(t), soon(t)
			c := dial(t, address)
			done := make(chan error, 1)
			go func() { done <- call(ctx, c) }()
			awaitState(t, c, connectivity.TransientFailure) // nothing listens
			f := echo()
			start(t, address, f)
			if err := <-done; err != nil || f.count() != 1 {
				t.Errorf("got %v after %d RPCs, want nil after 1", err, f.count())
			}
		})
	}
}

// The deadline ends the wait.
func TestWaitEnds(t *testing.T) {
	c := dial(t, socket(t), client.WithTimeout(1))
	_, err := c.Call(t.Context(), client.Call{Tool: "x"})
	if status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("got %v, want DEADLINE_EXCEEDED", err)
	}
}

// With fail-fast, a call reports at once that nothing listens.
func TestFailFast(t *testing.T) {
	c := dial(t, socket(t), client.WithFailFast(), client.WithTimeout(0))
	for name, call := range map[string]func() error{
		"ListTools": func() error { _, err := c.ListTools(t.Context(), nil).Collect(); return err },
		"Call":      func() error { _, err := c.Call(t.Context(), client.Call{Tool: "x", Repeatable: true}); return err },
	} {
		if err := call(); status.Code(err) != codes.Unavailable {
			t.Errorf("%s: got %v, want UNAVAILABLE", name, err)
		}
	}
}

// With fail-fast, a failed call is not repeated.
func TestFailFastRepeatsNothing(t *testing.T) {
	f := failing(unavailable)
	f.callTool = func(int, *toolv1.StreamCallToolRequest, callStream) error { return unavailable() }
	c := serve(t, f, client.WithFailFast())
	for name, call := range map[string]func() error{
		"ListTools": func() error { _, err := c.ListTools(soon(t), nil).Collect(); return err },
		"CallTool": func() error {
			_, err := c.ToolService().CallTool(soon(t), &toolv1.CallToolRequest{Name: "x"})
			return err
		},
		"Call": func() error { _, err := c.Call(soon(t), client.Call{Tool: "x", Repeatable: true}); return err },
	} {
		before := f.count()
		if err := call(); status.Code(err) != codes.Unavailable || f.count() != before+1 {
			t.Errorf("%s: got %v after %d attempts, want UNAVAILABLE after 1", name, err, f.count()-before)
		}
	}
}

// One call can fail fast on a client that waits.
func TestCallFailsFast(t *testing.T) {
	c := dial(t, socket(t))
	_, err := c.ToolService().ListTools(t.Context(), &toolv1.ListToolsRequest{}, grpc.WaitForReady(false))
	if status.Code(err) != codes.Unavailable {
		t.Errorf("got %v, want UNAVAILABLE", err)
	}
}
