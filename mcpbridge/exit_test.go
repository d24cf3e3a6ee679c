package mcpbridge_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestKilledChild: after SIGKILL during 64 calls, each has exactly one outcome, and a retry
// uses a new process.
func TestKilledChild(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.TrustAnnotations = true
	sc.Repeatable = []string{"hold"}
	b := open(t, sc)
	var running, ended sync.WaitGroup
	for i := range 64 {
		tool, repeatable := "progress_then_hang", false
		if i%2 == 0 {
			tool, repeatable = "hold", true
		}
		running.Add(1)
		ended.Go(func() {
			result, err := b.CallTool(t.Context(), mcpbridge.Call{
				Tool: tool, OnProgress: func(mcpbridge.Progress) { running.Done() },
			})
			if result != nil {
				t.Errorf("%s: got result %s, want none", tool, result.Raw)
			}
			e := asError(t, err)
			if e.Kind != mcpbridge.KindServerExited || !e.Written || e.Repeatable != repeatable ||
				e.SafeToRetry() != repeatable {
				t.Errorf(
					`%s: got %s, want "server exited", written, repeatable and safe to retry %t`,
					tool, describe(e), repeatable,
				)
			}
		})
	}
	running.Wait()
	if err := syscall.Kill(b.Servers()[0].Instances[0].PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	ended.Wait()
	retry(t, b, "echo")
	if c := counters(t, b); c.Starts != 2 || c.Exits != 1 {
		t.Errorf("counters = %+v, want 2 starts and 1 exit", c)
	}
	if e := b.Servers()[0].LastError; e == nil || !strings.Contains(e.Error(), "signal: killed") {
		t.Errorf(`last error = %v, want one that contains "signal: killed"`, e)
	}
}

// retry calls until a call succeeds, as a retrying caller does.
func retry(t testing.TB, b *mcpbridge.Bridge, tool string) {
	t.Helper()
	for range 100 {
		_, err := try(b, tool, `{}`)
		if err == nil {
			return
		}
		e := asError(t, err)
		if !e.SafeToRetry() {
			t.Fatalf("%s: got %s, want an error that is safe to retry", tool, describe(e))
		}
		waitRetryAfter(e)
	}
	t.Fatalf("%s: 100 attempts failed, want a success", tool)
}

// waitRetryAfter waits for the delay that an error states.
func waitRetryAfter(e *mcpbridge.Error) {
	time.Sleep(e.RetryAfter()) //nolint:forbidigo // The delay that the bridge states is under test.
}

// TestBrokenInput: a child that closed its stdin is replaced, but its last responses are
// delivered.
func TestBrokenInput(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.StopGrace = 100 * time.Millisecond
	b := open(t, sc)
	call(t, b, "", "close_stdin", `{}`)
	// This call gets the broken pipe, unless the bridge has noticed that the child closed its stdin.
	if _, err := tryFor(b, 100*time.Millisecond, "echo", `{}`); err != nil && asError(t, err).Written {
		t.Errorf("call that may get the broken pipe: got %s, want success or an error that is not written", describe(err))
	}
	// Later calls wait for the next process.
	if _, err := try(b, "echo", `{}`); err != nil && asError(t, err).Kind != mcpbridge.KindServerUnavailable {
		t.Errorf(`later call: got %s, want success or "server is unavailable"`, describe(err))
	}
	retry(t, b, "echo")
}

// TestHung: only a process without any liveness signal is replaced.
func TestHung(t *testing.T) {
	t.Parallel()
	hasty := func(t *testing.T, mode string) *mcpbridge.Bridge {
		sc := faulty(t, "a", mode)
		// Three intervals are long enough for a child on a busy machine to respond to a
		// ping, and to get 10 ms of processor time, one tick, while it computes.
		sc.PingInterval, sc.PingFailures = 250*time.Millisecond, 3
		return open(t, sc)
	}
	t.Run("no sign of life", func(t *testing.T) {
		t.Parallel()
		b := hasty(t, "no-pong")
		_, err := try(b, "hang", `{}`)
		if kindOf(err) != mcpbridge.KindServerExited {
			t.Errorf(`call of a child that does not respond to pings: got %s, want "server exited"`, describe(err))
		}
		retry(t, b, "echo")
	})
	t.Run("responds to pings", func(t *testing.T) {
		t.Parallel()
		b := hasty(t, "normal")
		if _, err := tryFor(b, 2*time.Second, "hang", `{}`); kindOf(err) != mcpbridge.KindDeadlineExceeded {
			t.Errorf("hang: got %s, want deadline exceeded", describe(err))
		}
		if c := counters(t, b); c.Starts != 1 {
			t.Errorf("%d starts of a child that responds to pings, want 1", c.Starts)
		}
	})
	t.Run("computing", func(t *testing.T) {
		t.Parallel()
		if _, err := os.Stat("/proc/self/stat"); err != nil {
			t.Skip("processor time is read from /proc")
		}
		b := hasty(t, "spin")
		call(t, b, "", "spin", `{"n":2500}`)
		if c := counters(t, b); c.Starts != 1 {
			t.Errorf("%d starts of a busy child, want 1", c.Starts)
		}
	})
}

func TestCrashLoop(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "exit"))
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "the state parked", func() bool { return b.Servers()[0].State == mcpbridge.StateParked })
	_, err := b.CallTool(t.Context(), mcpbridge.Call{Server: "a", Tool: "echo"})
	e := asError(t, err)
	if e.Kind != mcpbridge.KindServerParked || e.SafeToRetry() || e.RetryAfter() <= time.Minute {
		t.Errorf(
			`call of a parked server: got %s, want "server is parked", not safe to retry, a retry in more than 1m0s`,
			describe(e),
		)
	}
	status := b.Servers()[0]
	if status.Counters.Starts != 5 || status.RetryAt.IsZero() || status.LastError == nil {
		t.Errorf("status = %+v, want 5 starts, a RetryAt and a LastError", status)
	}
}

// TestParkedCause: the kinds of the errors identify why a server is parked.
func TestParkedCause(t *testing.T) {
	t.Parallel()
	missing, denied, nowhere := faulty(t, "a", "normal"), faulty(t, "a", "normal"), faulty(t, "a", "normal")
	missing.Command, missing.Env = "no-such-command", nil
	denied.Command = t.TempDir()
	nowhere.Dir = "/no/such/folder"
	silent := faulty(t, "a", "hang-init")
	silent.StartTimeout, silent.ProbeTimeout = 100*time.Millisecond, 10*time.Millisecond
	perCall := missing
	perCall.Sharing = mcpbridge.SharingPerCall
	tests := map[string]struct {
		server mcpbridge.ServerConfig
		kind   mcpbridge.Kind
		stage  mcpbridge.Stage
		is     error
	}{
		"missing":  {missing, mcpbridge.KindSpawnFailed, mcpbridge.StageSpawn, fs.ErrNotExist},
		"denied":   {denied, mcpbridge.KindSpawnFailed, mcpbridge.StageSpawn, fs.ErrPermission},
		"nowhere":  {nowhere, mcpbridge.KindSpawnFailed, mcpbridge.StageSpawn, fs.ErrNotExist},
		"per call": {perCall, mcpbridge.KindSpawnFailed, mcpbridge.StageSpawn, fs.ErrNotExist},
		"exits":    {faulty(t, "a", "init-exit"), mcpbridge.KindServerExited, mcpbridge.StageSpawn, nil},
		"refuses":  {faulty(t, "a", "version-2099"), mcpbridge.KindHandshakeFailed, mcpbridge.StageSpawn, nil},
		"silent":   {silent, mcpbridge.KindHandshakeFailed, mcpbridge.StageSpawn, context.DeadlineExceeded},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.server.Backoff.Budget = 2
			b := open(t, tt.server)
			changes, cancel := b.Subscribe()
			defer cancel()
			await(t, changes, "the state parked", func() bool { return b.Servers()[0].State == mcpbridge.StateParked })
			_, err := b.CallTool(t.Context(), mcpbridge.Call{Server: "a", Tool: "echo"})
			parked := asError(t, err)
			if parked.Kind != mcpbridge.KindServerParked {
				t.Errorf(`call of the failed server: got %s, want "server is parked"`, describe(err))
			}
			for _, cause := range []*mcpbridge.Error{asError(t, parked.Unwrap()), b.Servers()[0].LastError} {
				if cause.Kind != tt.kind || cause.Stage != tt.stage || (tt.is != nil && !errors.Is(cause, tt.is)) {
					t.Errorf("cause = %s, want %v at stage %s because of %v", describe(cause), tt.kind, tt.stage, tt.is)
				}
			}
		})
	}
}

// TestParkedPerCall: with SharingPerCall too, State is parked and the error has the cause.
func TestParkedPerCall(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.Command = tempFile(t)
	if err := os.Symlink(self(t), sc.Command); err != nil {
		t.Fatal(err)
	}
	sc.Sharing, sc.Backoff.Budget = mcpbridge.SharingPerCall, 1
	b := open(t, sc)
	call(t, b, "", "echo", `{}`)
	if err := os.Remove(sc.Command); err != nil {
		t.Fatal(err)
	}
	for range 2 { // one that fails, and one that is delayed
		_, err := try(b, "echo", `{}`)
		parked := asError(t, err)
		if parked.Kind != mcpbridge.KindServerParked || asError(t, parked.Unwrap()).Kind != mcpbridge.KindSpawnFailed {
			t.Errorf(
				`echo: got %s because of %s, want "server is parked" because of "server cannot be started"`,
				describe(err), describe(parked.Unwrap()),
			)
		}
	}
	if s := b.Servers()[0]; s.State != mcpbridge.StateParked || s.LastError.Kind != mcpbridge.KindSpawnFailed {
		t.Errorf(`status = %+v, want the state parked because of "server cannot be started"`, s)
	}
}

// TestMistyped: an unknown name is reported as such, and not as the outage of a server that
// will not restart by itself.
func TestMistyped(t *testing.T) {
	t.Parallel()
	missing, parked, restarting := faulty(t, "bad", "normal"), faulty(t, "bad", "exit"), faulty(t, "bad", "exit")
	missing.Command, parked.Backoff.Budget = "/no/such/command", 1
	missing.Backoff.Initial, missing.Backoff.Max = time.Hour, time.Hour
	restarting.Backoff.Initial, restarting.Backoff.Max = time.Hour, time.Hour
	for name, tt := range map[string]struct {
		server mcpbridge.ServerConfig
		want   mcpbridge.Kind
	}{
		"missing":    {missing, mcpbridge.KindToolNotFound},
		"parked":     {parked, mcpbridge.KindToolNotFound},
		"restarting": {restarting, mcpbridge.KindServerUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, tt.server, faulty(t, "good", "normal"))
			if _, err := try(b, "ehco", `{}`); kindOf(err) != tt.want {
				t.Errorf("call of an unknown tool: got %s, want %v", describe(err), tt.want)
			}
		})
	}
}

// TestHalfOpen: a parked server is restarted and becomes ready.
func TestHalfOpen(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "exit-once", tempFile(t))
	sc.Backoff.Budget, sc.Backoff.ParkedRetry = 1, 50*time.Millisecond
	b := open(t, sc)
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "the state ready", func() bool { return b.Servers()[0].State == mcpbridge.StateReady })
	call(t, b, "", "echo", `{}`)
}
