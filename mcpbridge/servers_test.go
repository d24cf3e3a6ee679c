package mcpbridge_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestSideBySide: failing servers do not affect a good one.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	missing := faulty(t, "missing", "normal")
	missing.Command = "/no/such/command"
	looping, hanging := faulty(t, "looping", "exit"), faulty(t, "hanging", "hang-init")
	looping.Backoff.Budget = 2
	hanging.StartTimeout, hanging.ProbeTimeout = 300*time.Millisecond, 10*time.Millisecond
	hanging.Backoff.Initial, hanging.Backoff.Max = time.Hour, time.Hour
	b := open(t, faulty(t, "good", "normal"), missing, looping, hanging)
	if c, err := b.Catalog(t.Context(), "good"); err != nil || len(c.Tools) < 30 || len(c.Unavailable) != 0 {
		t.Errorf("Catalog(good) = %+v, error %v, want at least 30 tools, no unavailable server", c, err)
	}
	call(t, b, "", "echo", `{}`)
	call(t, b, "good", "echo", `{}`)
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "the state parked of the third server", func() bool {
		return b.Servers()[2].State == mcpbridge.StateParked
	})
	c, err := b.Catalog(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]mcpbridge.Kind{}
	for _, p := range c.Unavailable {
		got[p.Server] = p.Err.Kind
	}
	want := map[string]mcpbridge.Kind{"looping": mcpbridge.KindServerParked, "hanging": mcpbridge.KindHandshakeFailed}
	if state := b.Servers()[1].State; state == mcpbridge.StateParked {
		want["missing"] = mcpbridge.KindServerParked
	} else {
		want["missing"] = mcpbridge.KindSpawnFailed
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unavailable (-want +got):\n%s", diff)
	}
}

// TestBinding: a bare name is bound to the first server in order that has it, and stays
// bound while that server is down.
func TestBinding(t *testing.T) {
	t.Parallel()
	first := faulty(t, "first", "normal")
	first.Backoff.Initial, first.Backoff.Max = time.Hour, time.Hour
	b := open(t, first, faulty(t, "second", "normal"))
	if got := call(t, b, "", "echo", `{}`); got.Server != "first" {
		t.Errorf("echo: got server %q, want first", got.Server)
	}
	if got := call(t, b, "second", "echo", `{}`); got.Server != "second" {
		t.Errorf("echo of second: got server %q, want second", got.Server)
	}
	c, err := b.Catalog(t.Context(), "")
	if err != nil || len(c.Shadowed) == 0 || c.Shadowed[0].Owner != "first" || c.Shadowed[0].Others[0] != "second" {
		t.Errorf("Catalog = %+v, error %v, want a tool of first that shadows one of second", c, err)
	}
	_, _ = try(b, "exit", `{}`)
	_, err = try(b, "echo", `{}`)
	if e := asError(t, err); e.Server != "first" || e.Kind != mcpbridge.KindServerUnavailable || e.RetryAfter() <= 0 {
		t.Errorf(`echo while first is down: got %s, want "server is unavailable" of first, a time to retry`, describe(e))
	}
	again, err := b.Catalog(t.Context(), "") // the tools listed last
	if err != nil || again.Revision != c.Revision || len(again.Unavailable) != 1 {
		t.Errorf(
			"Catalog while first is down = %+v, error %v, want revision %s and 1 unavailable server",
			again, err, c.Revision,
		)
	}
}

func TestKnownBinding(t *testing.T) {
	t.Parallel()
	b := openConfig(t, mcpbridge.Config{
		Servers:  []mcpbridge.ServerConfig{faulty(t, "a", "normal"), faulty(t, "b", "normal")},
		Bindings: map[string]string{"echo": "b"},
	})
	if got := call(t, b, "", "echo", `{}`); got.Server != "b" {
		t.Errorf("bound echo: got server %q, want b", got.Server)
	}
}

func TestCatalog(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.TrustAnnotations, sc.Repeatable, sc.Unrepeatable = true, []string{"echo", "env"}, []string{"env"}
	b := open(t, sc)
	got := map[string]bool{}
	for _, name := range []string{"echo", "env", "read", "hang"} {
		tool, err := b.Tool(t.Context(), "", name)
		if err != nil {
			t.Fatal(err)
		}
		got[name] = tool.Repeatable
		if !tool.Bound || len(tool.Digest) != 64 || string(tool.InputSchema) != `{"type":"object"}` ||
			tool.OutputSchema != nil {
			t.Errorf(
				`Tool(%s) = %+v, want it bound, a digest of 64 digits, the input schema {"type":"object"}, no output schema`,
				name, tool,
			)
		}
	}
	if diff := cmp.Diff(map[string]bool{"echo": true, "env": false, "read": true, "hang": false}, got); diff != "" {
		t.Errorf("repeatable (-want +got):\n%s", diff)
	}
	changes, cancel := b.Subscribe()
	defer cancel()
	call(t, b, "", "change", `{"n":500}`)
	await(t, changes, "the tool new", func() bool { _, err := b.Tool(t.Context(), "", "new"); return err == nil })
	call(t, b, "", "echo", `{}`)
}

// TestSharing counts the processes that callers share.
func TestSharing(t *testing.T) {
	t.Parallel()
	t.Run("shared", func(t *testing.T) {
		t.Parallel()
		sc := faulty(t, "a", "normal")
		sc.Processes, sc.MaxInFlight = 2, 1
		b := open(t, sc)
		changes, cancel := b.Subscribe()
		defer cancel()
		await(t, changes, "2 ready instances", func() bool {
			p := b.Servers()[0].Instances
			return len(p) == 2 && p[0].State == mcpbridge.StateReady && p[1].State == mcpbridge.StateReady
		})
		// Two concurrent calls with one slot per process use two processes.
		ctx, release := context.WithCancel(t.Context())
		defer release()
		first, firstEnded := start(ctx, b, "progress_then_hang", `{}`)
		second, secondEnded := start(ctx, b, "progress_then_hang", `{}`)
		<-first
		<-second
		if p := b.Servers()[0].Instances; p[0].InFlight != 1 || p[1].InFlight != 1 {
			t.Errorf("calls in flight: %d and %d, want 1 in each process", p[0].InFlight, p[1].InFlight)
		}
		release()
		<-firstEnded
		<-secondEnded
	})
	t.Run("per principal", func(t *testing.T) {
		t.Parallel()
		sc := faulty(t, "a", "normal")
		sc.Sharing, sc.IdleTimeout = mcpbridge.SharingPerPrincipal, 200*time.Millisecond
		b := open(t, sc)
		alice, again, bob := pidOf(t, b, "alice"), pidOf(t, b, "alice"), pidOf(t, b, "bob")
		if alice != again || alice == bob {
			t.Errorf("processes: got alice %d and %d, bob %d, want one of alice and another of bob", alice, again, bob)
		}
		changes, cancel := b.Subscribe()
		defer cancel()
		await(t, changes, "the state idle without instances", func() bool {
			s := b.Servers()[0]
			return s.State == mcpbridge.StateIdle && len(s.Instances) == 0
		})
		if later := pidOf(t, b, "alice"); later == alice {
			t.Errorf("call after the idle timeout: got process %d, want a new one", later)
		}
	})
	t.Run("too many principals", func(t *testing.T) {
		t.Parallel()
		sc := faulty(t, "a", "normal")
		sc.Sharing, sc.MaxPrincipals = mcpbridge.SharingPerPrincipal, 2
		b := open(t, sc)
		alice, bob := pidOf(t, b, "alice"), pidOf(t, b, "bob")
		if carol, again := pidOf(t, b, "carol"), pidOf(t, b, "bob"); carol == alice || again != bob {
			t.Errorf("got process %d for carol and %d for bob, want another than %d of alice, and still %d", carol, again, alice, bob)
		}
		ctx, release := context.WithCancel(t.Context())
		ended := make(chan error, 2)
		for _, principal := range []string{"bob", "carol"} {
			began := make(chan struct{})
			go func() {
				_, err := b.CallTool(ctx, mcpbridge.Call{
					Tool: "progress_then_hang", Principal: principal, OnProgress: func(mcpbridge.Progress) { close(began) },
				})
				ended <- err
			}()
			<-began
		}
		if _, err := b.CallTool(t.Context(), mcpbridge.Call{Tool: "pid", Principal: "alice"}); kindOf(err) != mcpbridge.KindOverloaded {
			t.Errorf(`call beyond the bound: got %s, want "too many calls are waiting"`, describe(err))
		}
		release()
		<-ended
		<-ended
		pidOf(t, b, "alice")
	})
	t.Run("per call", func(t *testing.T) {
		t.Parallel()
		sc := faulty(t, "a", "normal")
		sc.Sharing, sc.MaxInFlight = mcpbridge.SharingPerCall, 2
		b := open(t, sc)
		seen := map[int]bool{}
		for range 3 {
			seen[pidOf(t, b, "")] = true
		}
		if len(seen) != 3 {
			t.Errorf("3 calls ran in %d processes, want 3", len(seen))
		}
		changes, cancel := b.Subscribe()
		defer cancel()
		await(t, changes, "no instances and an exit for each start", func() bool {
			s := b.Servers()[0]
			return len(s.Instances) == 0 && s.Counters.Starts == s.Counters.Exits
		})
	})
	t.Run("per call, crashing", func(t *testing.T) {
		t.Parallel()
		sc := faulty(t, "a", "normal")
		sc.Sharing = mcpbridge.SharingPerCall
		b := open(t, sc)
		for range 8 { // more than the crash budget
			if _, err := try(b, "exit", `{}`); kindOf(err) != mcpbridge.KindServerExited {
				t.Errorf(`exit: got %s, want "server exited"`, describe(err))
			}
		}
		call(t, b, "", "echo", `{}`)
	})
}

func pidOf(t *testing.T, b *mcpbridge.Bridge, principal string) int {
	t.Helper()
	result, err := b.CallTool(t.Context(), mcpbridge.Call{Tool: "pid", Principal: principal})
	if err != nil {
		t.Fatal(err)
	}
	var out struct{ PID int }
	if err := json.Unmarshal(result.Raw, &out); err != nil {
		t.Fatal(err)
	}
	return out.PID
}

// TestSettledByAll: the names of a server with several processes stay reserved until the
// first start of each of them is over.
func TestSettledByAll(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "first", "one-slow", tempFile(t))
	sc.Processes, sc.Backoff.Budget = 2, 1000
	sc.Backoff.Initial, sc.Backoff.Max = time.Millisecond, time.Millisecond
	b := open(t, sc, faulty(t, "second", "normal"))
	if got := call(t, b, "", "echo", `{}`); got.Server != "first" {
		t.Errorf("echo: got server %q, want first", got.Server)
	}
}

// TestSlowToLeave: processes that are still stopping count against MaxPrincipals.
func TestSlowToLeave(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "stubborn")
	sc.Sharing, sc.MaxPrincipals, sc.StopGrace = mcpbridge.SharingPerPrincipal, 1, 500*time.Millisecond
	b := open(t, sc)
	pidOf(t, b, "first")
	pidOf(t, b, "second")
	_, err := b.CallTool(t.Context(), mcpbridge.Call{Tool: "pid", Principal: "third"})
	if e := asError(t, err); e.Kind != mcpbridge.KindOverloaded || !e.SafeToRetry() {
		t.Errorf(`third principal: got %s, want "too many calls are waiting", safe to retry`, describe(err))
	}
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "a successful call of the third principal", func() bool { // the first has ended
		_, err = b.CallTool(t.Context(), mcpbridge.Call{Tool: "pid", Principal: "third"})
		return err == nil
	})
}

// TestLateSubscription: a change before the start of a subscription is not missed.
func TestLateSubscription(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "modern-late"))
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "the tool new of server a", func() bool {
		_, err := b.Tool(t.Context(), "a", "new")
		return err == nil
	})
}

// TestStatusWhileStarting reads the status while processes start and stop, for the race
// detector.
func TestStatusWhileStarting(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "exit")
	sc.Backoff.Budget, sc.Backoff.Max = 100, 10*time.Millisecond
	b := open(t, sc)
	for counters(t, b).Starts < 10 {
		for _, p := range b.Servers()[0].Instances {
			if p.PID == 0 || p.StartTime.IsZero() {
				t.Errorf("instance = %+v, want a PID and a start time", p)
			}
		}
	}
}
