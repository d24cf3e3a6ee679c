package mcpbridge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// BenchmarkCallTool measures round trips through a real child that echoes its
// arguments.
func BenchmarkCallTool(b *testing.B) {
	for _, bb := range []struct{ size, inFlight int }{
		{64, 1}, {64, 64}, {10 << 10, 1}, {10 << 10, 64}, {1 << 20, 1}, {1 << 20, 16},
	} {
		b.Run(fmt.Sprintf("bytes=%d/inflight=%d", bb.size, bb.inFlight), func(b *testing.B) {
			sc := faulty(b, "a", "")
			sc.Args = []string{"rawecho"}
			bridge := open(b, sc)
			args := []byte(`{"text":"` + strings.Repeat("x", bb.size) + `"}`)
			call(b, bridge, "", "echo", string(args))
			b.ReportAllocs()
			b.SetBytes(int64(bb.size))
			work := make(chan struct{})
			done := make(chan error, bb.inFlight)
			for range bb.inFlight {
				go func() { done <- caller(bridge, args, work) }()
			}
			for b.Loop() {
				work <- struct{}{}
			}
			close(work)
			for range bb.inFlight {
				if err := <-done; err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// caller calls once for each piece of work.
func caller(bridge *mcpbridge.Bridge, args []byte, work <-chan struct{}) error {
	ctx := context.Background()
	for range work {
		if _, err := bridge.CallTool(ctx, mcpbridge.Call{Tool: "echo", Arguments: args}); err != nil {
			return err
		}
	}
	return nil
}
