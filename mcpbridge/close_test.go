package mcpbridge_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// closeWithHungCalls: Close fails the open calls, leaves no process, and can be called
// again.
func closeWithHungCalls(t *testing.T) {
	pids := tempFile(t)
	sc := faulty(t, "a", "grandchild+stubborn", pids)
	sc.StopGrace = 50 * time.Millisecond
	b := open(t, sc)
	var calls, hung sync.WaitGroup
	for range 8 {
		hung.Add(1)
		calls.Go(func() {
			_, err := b.CallTool(t.Context(), mcpbridge.Call{
				Tool: "progress_then_hang", OnProgress: func(mcpbridge.Progress) { hung.Done() },
			})
			if kindOf(err) != mcpbridge.KindClosed || asError(t, err).SafeToRetry() {
				t.Errorf(`call in flight during Close: got %s, want "the bridge is closing", not safe to retry`, describe(err))
			}
		})
	}
	hung.Wait()
	ended := watchPIDs(t, pids)
	for range 2 {
		if err := b.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
	calls.Wait()
	ended()
	if _, err := try(b, "echo", `{}`); kindOf(err) != mcpbridge.KindClosed {
		t.Errorf(`call after Close: got %s, want "the bridge is closing"`, describe(err))
	}
	if _, err := b.Catalog(t.Context(), ""); kindOf(err) != mcpbridge.KindClosed {
		t.Errorf(`Catalog after Close: got %s, want "the bridge is closing"`, describe(err))
	}
}

// TestCloseContext: the end of Close's context skips the remaining grace.
func TestCloseContext(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "stubborn")
	sc.StopGrace = time.Hour
	b := open(t, sc)
	call(t, b, "", "echo", `{}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Close(ctx); err != nil {
		t.Error(err)
	}
}

// TestCloseWhileStarting: Close does not wait for a handshake that hangs.
func TestCloseWhileStarting(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"hang-init", "hang-list", "no-read", "exit"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			sc := faulty(t, "a", mode)
			sc.StartTimeout, sc.StopGrace = time.Hour, 50*time.Millisecond
			b := open(t, sc)
			if err := b.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNoLeak starts and stops many bridges. It must not run in parallel: it counts the
// descriptors of the process.
func TestNoLeak(t *testing.T) {
	round := func() {
		cfg := mcpbridge.Config{Servers: []mcpbridge.ServerConfig{faulty(t, "a", "normal")}, Guard: []string{self(t), "guard"}}
		b, err := mcpbridge.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		call(t, b, "", "echo", `{}`)
		if err := b.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	round()
	before := descriptors(t)
	for range 50 {
		round()
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d open descriptors after 50 rounds, want at most the %d before them", after, before)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("needs /proc")
	}
	return len(entries)
}

// watchPIDs reads the process ids of a child and its grandchild from a file and returns a
// check that both have ended.
func watchPIDs(t *testing.T, file string) (ended func()) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var child, grandchild int
	if _, err := fmt.Sscan(string(data), &child, &grandchild); err != nil {
		t.Fatal(err)
	}
	first, second := faultchild.Watch(child), faultchild.Watch(grandchild)
	return func() {
		t.Helper()
		if err := errors.Join(first(10*time.Second), second(10*time.Second)); err != nil {
			t.Error(err)
		}
	}
}
