package mcpbridge_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestChaos kills processes at random times under load: each call has one outcome, a response
// belongs to its call, and a failure has a kind that a killed process explains.
func TestChaos(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.Processes, sc.Repeatable, sc.Backoff.Budget = 2, []string{"echo"}, 1000
	b := open(t, sc)
	call(t, b, "", "echo", `{}`)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var good, bad atomic.Int64
	results := make(chan struct{}, 1)
	var load sync.WaitGroup
	for i := range 8 {
		load.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				want := fmt.Sprintf("%d.%d", i, n)
				result, err := b.CallTool(t.Context(), mcpbridge.Call{Tool: "echo", Arguments: []byte(`{"text":"` + want + `"}`)})
				if err == nil {
					good.Add(1)
					select {
					case results <- struct{}{}:
					default:
					}
					if got := string(result.Raw); got != `{"content":[{"type":"text","text":"`+want+`"}]}` {
						t.Errorf("call %s: got %s, want its text", want, got)
					}
					continue
				}
				bad.Add(1)
				if e := asError(t, err); !e.SafeToRetry() || (e.Kind != mcpbridge.KindServerExited &&
					e.Kind != mcpbridge.KindServerUnavailable) {
					t.Errorf(`call %s: got %s, want "server exited" or "server is unavailable", safe to retry`, want, describe(err))
				}
				waitRetryAfter(asError(t, err))
			}
		})
	}
	for range 20 {
		before := good.Load()
		await(t, results, "20 more successful calls", func() bool { return good.Load() > before+20 })
		for _, p := range b.Servers()[0].Instances {
			_ = syscall.Kill(p.PID, syscall.SIGKILL)
			break
		}
	}
	stop()
	load.Wait()
	if c := counters(t, b); c.StrayResponses+c.LateResponses+c.NoiseLines != 0 {
		t.Errorf("counters = %+v, want no stray responses, late responses or noise lines", c)
	}
	t.Logf("%d results, %d failures", good.Load(), bad.Load())
}
