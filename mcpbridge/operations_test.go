package mcpbridge_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestUnknownServer: every operation names the server that is not configured.
func TestUnknownServer(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	for _, op := range operations() {
		failure := asError(t, op.do(patient(t), b, "nowhere"))
		if failure.Kind != mcpbridge.KindServerNotFound || failure.Server != "nowhere" || failure.SafeToRetry() {
			t.Errorf("%s: got %v, want kind %v of server nowhere", op.name, failure, mcpbridge.KindServerNotFound)
		}
	}
}

// TestParkedServer: operations report why the server cannot run, and lists report it as
// unavailable.
func TestParkedServer(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.Command, sc.Backoff.Budget = "/no/such/program", 1
	b := open(t, sc)
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "the state parked", func() bool { return b.Servers()[0].State == mcpbridge.StateParked })
	for _, op := range operations() {
		err := op.do(patient(t), b, "a")
		if op.status || strings.HasSuffix(op.name, "Catalog") {
			if err != nil {
				t.Errorf("%s: got error %v, want none", op.name, err)
			}
			continue
		}
		failure := asError(t, err)
		if failure.Kind != mcpbridge.KindServerParked || failure.Server != "a" || failure.Written {
			t.Errorf("%s: got %v, want kind %v of server a", op.name, failure, mcpbridge.KindServerParked)
		}
		var cause *mcpbridge.Error
		if !errors.As(failure.Unwrap(), &cause) || cause.Kind != mcpbridge.KindSpawnFailed ||
			!errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got cause %v, want kind %v because of %v",
				op.name, cause, mcpbridge.KindSpawnFailed, fs.ErrNotExist)
		}
	}
	tools, err := b.Catalog(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	resources, err := b.ResourceCatalog(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for what, problems := range map[string][]mcpbridge.ServerProblem{
		"Catalog": tools.Unavailable, "ResourceCatalog": resources.Unavailable,
	} {
		if len(problems) != 1 || problems[0].State != mcpbridge.StateParked ||
			problems[0].Err.Kind != mcpbridge.KindServerParked {
			t.Errorf("%s: got problems %+v, want one parked server", what, problems)
		}
	}
}

// TestContextThatHasEnded: a call whose context has ended reaches no server.
func TestContextThatHasEnded(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	call(t, b, "", "echo", `{}`)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	<-expired.Done()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		want mcpbridge.Kind
	}{
		{"canceled", canceled, mcpbridge.KindCanceled},
		{"deadline", expired, mcpbridge.KindDeadlineExceeded},
	} {
		for _, op := range operations()[:2] {
			failure := asError(t, op.do(tt.ctx, b, "a"))
			if failure.Kind != tt.want || failure.Server != "a" || failure.Stage != mcpbridge.StageRoute ||
				failure.Written || !errors.Is(failure, tt.ctx.Err()) {
				t.Errorf("%s, %s: got %+v, want kind %v of server a at stage route", op.name, tt.name, failure, tt.want)
			}
		}
	}
	if got := counters(t, b); got.Calls != 1 || got.Cancellations != 0 {
		t.Errorf("got %+v, want one call and no cancellation", got)
	}
}

// TestPing checks when a ping succeeds, and the facts that the error of a failed ping
// contains.
func TestPing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, mode string
		sharing    mcpbridge.Sharing
		want       mcpbridge.Kind // -1: none
	}{
		{"legacy", "normal", mcpbridge.SharingShared, -1},
		{"modern", "modern", mcpbridge.SharingShared, -1},
		{"no response", "no-pong", mcpbridge.SharingShared, mcpbridge.KindDeadlineExceeded},
		{"no instance runs", "normal", mcpbridge.SharingPerPrincipal, mcpbridge.KindServerUnavailable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sc := faulty(t, "a", tt.mode)
			sc.Sharing, sc.IdleTimeout = tt.sharing, time.Millisecond // without effect on a shared instance
			b := open(t, sc)
			if _, err := b.Catalog(patient(t), "a"); err != nil {
				t.Fatal(err)
			}
			changes, stop := b.Subscribe()
			defer stop()
			await(t, changes, "no instances of a server that is not shared", func() bool {
				return tt.sharing == mcpbridge.SharingShared || len(b.Servers()[0].Instances) == 0
			})
			ctx := patient(t)
			if tt.want == mcpbridge.KindDeadlineExceeded {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
				defer cancel()
			}
			took, err := b.Ping(ctx, "a")
			if kindOf(err) != tt.want || (took > 0) != (err == nil) {
				t.Fatalf("got %v, error %v, want kind %v", took, err, tt.want)
			}
			if err == nil {
				return
			}
			failure := asError(t, err)
			written := tt.want == mcpbridge.KindDeadlineExceeded
			if failure.Server != "a" || failure.Written != written || failure.Repeatable != written {
				t.Errorf("got %+v, want server a, written and repeatable %t", failure, written)
			}
			if got, want := failure.Stage, map[bool]mcpbridge.Stage{
				true: mcpbridge.StageChild, false: mcpbridge.StageSpawn,
			}[written]; got != want {
				t.Errorf("got stage %s, want %s", got, want)
			}
		})
	}
}

// TestPingReachesABusyInstance: with an instance per principal, a ping needs no principal
// and no free slot.
func TestPingReachesABusyInstance(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.Sharing, sc.MaxInFlight, sc.MaxQueue = mcpbridge.SharingPerPrincipal, 1, mcpbridge.NoQueue
	b := open(t, sc)
	ctx, cancel := context.WithCancel(t.Context())
	began, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := b.CallTool(ctx, mcpbridge.Call{
			Tool: "progress_then_hang", Principal: "alice", OnProgress: func(mcpbridge.Progress) { close(began) },
		})
		ended <- err
	}()
	<-began
	if _, err := b.Ping(patient(t), "a"); err != nil {
		t.Errorf("got error %v, want none", err)
	}
	cancel()
	if err := <-ended; kindOf(err) != mcpbridge.KindCanceled {
		t.Errorf("got error %v, want kind %v", err, mcpbridge.KindCanceled)
	}
}

// TestOpenFails: an invalid configuration, an ended context and a guard that cannot be
// started leave nothing behind.
func TestOpenFails(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	good := []mcpbridge.ServerConfig{faulty(t, "a", "normal")}
	for _, tt := range []struct {
		name string
		ctx  context.Context
		cfg  mcpbridge.Config
		kind mcpbridge.Kind // -2: not an *Error
		text string
	}{
		{
			name: "invalid", ctx: t.Context(), cfg: mcpbridge.Config{Servers: []mcpbridge.ServerConfig{{Name: "a"}}}, kind: -2,
			text: `server "a": Command is required`,
		},
		{
			name: "two servers of one name", ctx: t.Context(), cfg: mcpbridge.Config{Servers: append(good, good...)}, kind: -2,
			text: `server "a": the name is not unique`,
		},
		{
			name: "ended context", ctx: ended, cfg: mcpbridge.Config{Servers: good}, kind: mcpbridge.KindCanceled,
			text: "context canceled",
		},
		{
			name: "no guard", ctx: t.Context(), cfg: mcpbridge.Config{Servers: good, Guard: []string{"/no/such/guard"}},
			kind: mcpbridge.KindSpawnFailed, text: "/no/such/guard",
		},
	} {
		b, err := mcpbridge.Open(tt.ctx, tt.cfg)
		if b != nil || kindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.text) {
			t.Errorf("%s: got bridge %v, error %v, want kind %d and %q", tt.name, b != nil, err, tt.kind, tt.text)
		}
	}
}
