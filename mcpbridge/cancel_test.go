package mcpbridge_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

func TestDeadlineInChild(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "discover-late")
	sc.MaxInFlight, sc.ProbeTimeout = 1, 50*time.Millisecond
	b := open(t, sc)
	call(t, b, "", "echo", `{}`)
	late := newExpiring()
	received, ended := start(late, b, "hold", `{}`)
	<-received
	late.expire()
	e := asError(t, (<-ended).err)
	if e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageChild || !e.Written || e.SafeToRetry() {
		t.Errorf(
			"held call past its deadline: got %s, want deadline exceeded at stage server, written, not safe to retry",
			describe(e),
		)
	}
	// The only slot is free again. Neither the probe nor initialize was canceled.
	got := string(call(t, b, "", "cancelled", `{}`).Raw)
	if strings.Count(got, "deadline exceeded") != 1 || strings.Count(got, `"`) != 4 {
		t.Errorf(`the child got the cancellations %s, want one, because of "deadline exceeded"`, got)
	}
	call(t, b, "", "flush", `{}`)
	c := counters(t, b)
	if c.LateResponses != 2 || c.Cancellations != 1 || c.StrayResponses != 0 { // the probe's and the held one
		t.Errorf("counters = %+v, want 2 late responses, 1 cancellation, no stray response", c)
	}
}

func TestDeadlineInQueue(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.MaxInFlight, sc.MaxQueue = 1, 1
	b := open(t, sc)
	var hung sync.WaitGroup
	ctx, release := context.WithCancel(t.Context())
	defer hung.Wait()
	defer release()
	began := make(chan struct{})
	hung.Go(func() {
		_, _ = b.CallTool(ctx, mcpbridge.Call{Tool: "progress_then_hang", OnProgress: func(mcpbridge.Progress) { close(began) }})
	})
	<-began
	_, err := tryFor(b, 50*time.Millisecond, "echo", `{}`)
	if e := asError(t, err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageQueue || e.Written {
		t.Errorf("queued call past its deadline: got %s, want deadline exceeded at stage queue, not written", describe(e))
	}
	// Of two more calls, one is queued until release, and the other one fails at once.
	failed := make(chan error, 2)
	for range 2 {
		hung.Go(func() {
			_, err := b.CallTool(ctx, mcpbridge.Call{Tool: "echo"})
			failed <- err
		})
	}
	if err := <-failed; kindOf(err) != mcpbridge.KindOverloaded || !asError(t, err).SafeToRetry() {
		t.Errorf(`call beyond the queue: got %s, want "too many calls are waiting", safe to retry`, describe(err))
	}
	release()
	if err := <-failed; kindOf(err) != mcpbridge.KindCanceled {
		t.Errorf("queued call after its caller left: got %s, want canceled", describe(err))
	}
}

func TestDeadlineInSpawn(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "hang-init"))
	_, err := tryFor(b, 50*time.Millisecond, "echo", `{}`)
	if e := asError(t, err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageSpawn || e.Written {
		t.Errorf(
			"call past its deadline during the start: got %s, want deadline exceeded at stage start, not written",
			describe(e),
		)
	}
}

// await waits for changes until ok. A failure names what was awaited.
func await(t testing.TB, changes <-chan struct{}, what string, ok func() bool) {
	t.Helper()
	patience := time.NewTimer(30 * time.Second)
	defer patience.Stop()
	for !ok() {
		select {
		case <-changes:
		case <-patience.C:
			t.Fatalf("timeout while waiting for %s", what)
		}
	}
}

// poll waits until ok. It is for counters, for the numbers of calls and for the launch of a child process, which
// change without a signal to the subscribers of the bridge. Other conditions wait for their signal, with await.
func poll(t testing.TB, what string, ok func() bool) {
	t.Helper()
	patience := time.NewTimer(30 * time.Second)
	defer patience.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-patience.C:
			t.Fatalf("timeout while waiting for %s", what)
		}
	}
}
