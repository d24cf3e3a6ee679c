package mcpbridge_test

import (
	"context"
	"errors"
	"fmt"
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
	_, err := tryFor(b, 50*time.Millisecond, "hold", `{}`)
	e := asError(t, err)
	if e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageChild || !e.Written || e.SafeToRetry() {
		t.Errorf("error = %+v", e)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v does not wrap context.DeadlineExceeded", err)
	}
	// The only place is free again. The probe was not cancelled, nor initialize.
	got := string(call(t, b, "", "cancelled", `{}`).Raw)
	if strings.Count(got, "deadline exceeded") != 1 || strings.Count(got, `"`) != 4 {
		t.Errorf("the child was told %s", got)
	}
	call(t, b, "", "flush", `{}`)
	c := counters(t, b)
	if c.LateAnswers != 2 || c.Cancellations != 1 || c.StrayAnswers != 0 { // the probe's and the held one
		t.Errorf("counters = %+v", c)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := b.CallTool(ctx, mcpbridge.Call{
		Tool: "progress_then_hang", OnProgress: func(mcpbridge.Progress) { cancel() },
	})
	if kindOf(err) != mcpbridge.KindCanceled || !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v", err)
	}
	if got := string(call(t, b, "", "cancelled", `{}`).Raw); !strings.Contains(got, "canceled by the caller") {
		t.Errorf("the child was told %s", got)
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
		t.Errorf("error = %+v", e)
	}
	hung.Go(func() { _, _ = b.CallTool(ctx, mcpbridge.Call{Tool: "echo"}) })
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, func() bool { return b.Servers()[0].Processes[0].Queued == 1 })
	if _, err = try(b, "echo", `{}`); kindOf(err) != mcpbridge.KindOverloaded || !asError(t, err).SafeToRetry() {
		t.Errorf("error = %v", err)
	}
}

func TestDeadlineInSpawn(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "hang-init"))
	_, err := tryFor(b, 50*time.Millisecond, "echo", `{}`)
	if e := asError(t, err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageSpawn || e.Written {
		t.Errorf("error = %+v", e)
	}
}

func TestOutOfOrder(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	const n = 64
	var calls sync.WaitGroup
	for i := range n {
		calls.Go(func() {
			want := fmt.Sprintf("<%d>", i)
			got := call(t, b, "", "reverse", fmt.Sprintf(`{"text":%q,"n":%d}`, want, n))
			if !strings.Contains(string(got.Raw), fmt.Sprintf("u003c%d", i)) && !strings.Contains(string(got.Raw), want) {
				t.Errorf("call %d got %s", i, got.Raw)
			}
		})
	}
	calls.Wait()
}

// TestStall: a child that stops reading blocks nobody past the deadline and is
// replaced.
func TestStall(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.WriteStall = 300 * time.Millisecond
	sc.Repeatable = []string{"params"}
	b := open(t, sc)
	call(t, b, "", "stop_reading", `{}`)
	large := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	_, err := tryFor(b, 50*time.Millisecond, "params", large)
	if e := asError(t, err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageWrite || !e.Written {
		t.Errorf("large call: %+v", e)
	}
	_, err = tryFor(b, 50*time.Millisecond, "echo", `{}`)
	if e := asError(t, err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageWrite || e.Written {
		t.Errorf("small call behind it: %+v", e)
	}
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, func() bool { return counters(t, b).Starts == 2 })
	call(t, b, "", "echo", `{}`)
	if got := b.Servers()[0].LastError; got == nil || !strings.Contains(got.Error(), "does not read") {
		t.Errorf("last error = %v", got)
	}
}

// await waits for changes until ok.
func await(t testing.TB, changes <-chan struct{}, ok func() bool) {
	t.Helper()
	patience := time.NewTimer(30 * time.Second)
	defer patience.Stop()
	poll := time.NewTicker(5 * time.Millisecond) // for what is not signalled
	defer poll.Stop()
	for !ok() {
		select {
		case <-changes:
		case <-poll.C:
		case <-patience.C:
			t.Fatal("waited in vain")
		}
	}
}
