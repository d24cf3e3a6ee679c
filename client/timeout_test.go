package client_test

import (
	"context"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Calls without a deadline get the default one. A watch and a caller's own
// deadline stay as they are.
func TestDefaultDeadline(t *testing.T) {
	deadlines := make(chan time.Duration, 1) // 0: none
	report := func(ctx context.Context) {
		left := time.Duration(0)
		if deadline, ok := ctx.Deadline(); ok {
			left = time.Until(deadline)
		}
		deadlines <- left
	}
	f := &fake{
		unary: func(ctx context.Context, _ int, method string, _ any) (any, error) {
			report(ctx)
			return anyResponse(method)
		},
		callTool: func(_ int, _ *toolv1.StreamCallToolRequest, stream callStream) error {
			report(stream.Context())
			return stream.Send(result(&toolv1.CallToolResponse{}))
		},
		scan: func(_ int, _ *codeintelv1.StreamScanRequest, stream scanStream) error {
			report(stream.Context())
			return stream.Send(scanResult(&codeintelv1.ScanResponse{}))
		},
		read: func(_ int, _ *resourcev1.StreamResourceRequest, stream readStream) error {
			report(stream.Context())
			return stream.Send(readResult())
		},
		watch: func(stream watchStream) error {
			report(stream.Context())
			return nil
		},
	}
	calls := map[string]func(context.Context, *client.Client) error{
		"ListTools": func(ctx context.Context, c *client.Client) error {
			_, err := c.ListTools(ctx, nil).Collect()
			return err
		},
		"Call": func(ctx context.Context, c *client.Client) error {
			_, err := c.Call(ctx, client.Call{Tool: "x"})
			return err
		},
		"ReadResource": func(ctx context.Context, c *client.Client) error { _, err := c.ReadResource(ctx, nil); return err },
		"StreamScan": func(ctx context.Context, c *client.Client) error {
			for _, err := range c.StreamScan(ctx, nil).All() {
				return err
			}
			return nil
		},
		"a stream of a stub": func(ctx context.Context, c *client.Client) error {
			stream, err := c.CodeIntelService().StreamScan(ctx, &codeintelv1.StreamScanRequest{})
			if err == nil {
				_, err = stream.Recv()
			}
			if err == nil {
				_, _ = stream.Recv() // the end
			}
			return err
		},
		"WatchTools": func(ctx context.Context, c *client.Client) error {
			stream, err := c.ToolService().WatchTools(ctx, &toolv1.WatchToolsRequest{})
			if err == nil {
				_, _ = stream.Recv() // the end
			}
			return err
		},
	}
	address := start(t, "127.0.0.1:0", f)
	standard := dial(t, address)
	longer, none := dial(t, address, client.WithTimeout(time.Hour)), dial(t, address, client.WithTimeout(0))
	for name, call := range calls {
		get := func(ctx context.Context, c *client.Client) time.Duration {
			if err := call(ctx, c); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return <-deadlines
		}
		if name == "WatchTools" {
			if got := get(t.Context(), standard); got != 0 {
				t.Errorf("%s: got a deadline in %v, want none", name, got)
			}
			continue
		}
		if got := get(t.Context(), standard); got <= 0 || got > client.DefaultTimeout {
			t.Errorf("%s: got a deadline in %v, want at most %v", name, got, client.DefaultTimeout)
		}
		if got := get(t.Context(), longer); got <= client.DefaultTimeout || got > time.Hour {
			t.Errorf(
				"%s WithTimeout(1h): got a deadline in %v, want at most 1h and more than %v",
				name, got, client.DefaultTimeout,
			)
		}
		if got := get(t.Context(), none); got != 0 {
			t.Errorf("%s WithTimeout(0): got a deadline in %v, want none", name, got)
		}
		own, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
		if got := get(own, standard); got <= time.Hour {
			t.Errorf("%s with a deadline of 2h: got one in %v, want more than 1h", name, got)
		}
		cancel()
	}
}
