package mcpbridge_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestCloseWithHungCalls: Close fails what is open and leaves no process, however
// stubborn, and can be called again.
func TestCloseWithHungCalls(t *testing.T) {
	t.Parallel()
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
				t.Errorf("error = %v", err)
			}
		})
	}
	hung.Wait()
	child, grandchild := watchPIDs(t, pids)
	for range 2 {
		if err := b.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
	calls.Wait()
	child.ended(t)
	grandchild.ended(t)
	if _, err := try(b, "echo", `{}`); kindOf(err) != mcpbridge.KindClosed {
		t.Errorf("call after Close: %v", err)
	}
	if _, err := b.Catalog(t.Context(), ""); kindOf(err) != mcpbridge.KindClosed {
		t.Errorf("catalog after Close: %v", err)
	}
}

// TestCloseInAHurry: the end of Close's context replaces patience.
func TestCloseInAHurry(t *testing.T) {
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
	for _, mode := range []string{"hang-init", "hang-list", "deaf", "exit"} {
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

// TestNoLeak starts and stops many bridges. It must not run beside other tests:
// it counts the process's descriptors.
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
		t.Errorf("%d descriptors, %d before", after, before)
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

// watched is a process that is not our child, held by a descriptor so that its
// number cannot come to mean another.
type watched int

// watchPIDs reads two process numbers from a file.
func watchPIDs(t *testing.T, file string) (child, grandchild watched) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var a, b int
	if _, err := fmt.Sscan(string(data), &a, &b); err != nil {
		t.Fatal(err)
	}
	return watch(t, a), watch(t, b)
}

func watch(t *testing.T, pid int) watched {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatalf("process %d: %v", pid, err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	return watched(fd)
}

// ended waits for the end of the process.
func (w watched) ended(t *testing.T) {
	t.Helper()
	fds := []unix.PollFd{{Fd: int32(w), Events: unix.POLLIN}}
	for {
		n, err := unix.Poll(fds, 10_000)
		if err == unix.EINTR {
			continue
		}
		if n != 1 || err != nil {
			t.Errorf("the process still runs: %v", err)
		}
		return
	}
}
