package mcpbridge_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// diesMidCall: every call in flight fails at once, each error states whether that call may
// be repeated, and the next process runs the next call.
func diesMidCall(t *testing.T) {
	sc := faulty(t, "a", "normal")
	sc.Repeatable = []string{"progress_then_hang"}
	b := open(t, sc)
	tools := []string{"say", "progress_then_hang", "say", "progress_then_hang"}
	var all []<-chan outcome
	for _, tool := range tools {
		received, ended := start(t.Context(), b, tool, saying(begun))
		<-received
		all = append(all, ended)
	}
	_, err := try(b, "exit", `{}`)
	died(t, "exit", err, false)
	for i, ended := range all {
		died(t, tools[i], (<-ended).err, tools[i] == "progress_then_hang")
	}
	replaced(t, b, "exit status 3")
	if got := counters(t, b); got.NoiseLines+got.StrayResponses+got.LateResponses+got.Cancellations != 0 {
		t.Errorf("counters = %+v, want no noise, stray or late responses, cancellations", got)
	}
}

// died checks the error of a call whose process ended.
func died(t *testing.T, tool string, err error, repeatable bool) {
	t.Helper()
	e := asError(t, err)
	if e.Kind != mcpbridge.KindServerExited || e.Stage != mcpbridge.StageChild || !e.Written ||
		e.Repeatable != repeatable || e.SafeToRetry() != repeatable || e.RetryAfter() <= 0 {
		t.Errorf(
			`%s: got %s, want "server exited" at stage server, written, repeatable and safe to retry %t, a time to retry`,
			tool, describe(e), repeatable,
		)
	}
}

// replaced waits until the process has ended because of cause, and calls the process that
// replaces it.
func replaced(t *testing.T, b *mcpbridge.Bridge, cause string) {
	t.Helper()
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "a last error", func() bool { return b.Servers()[0].LastError != nil })
	retry(t, b, "echo")
	status := b.Servers()[0]
	if status.Counters.Starts != 2 || status.Counters.Exits != 1 || len(status.Instances) != 1 ||
		status.State != mcpbridge.StateReady {
		t.Errorf("status = %+v, want 2 starts, 1 exit, 1 instance, the state ready", status)
	}
	if e := status.LastError; e == nil || e.Kind != mcpbridge.KindServerExited || !strings.Contains(e.Error(), cause) {
		t.Errorf("last error = %v, want %q in it", e, cause)
	}
}

// diesMidMessage: a last message without a line end is complete; half a message is noise.
func diesMidMessage(t *testing.T) {
	for _, tt := range []struct {
		words, raw string
		noise      uint64
	}{
		{`{"jsonrpc":"2.0","id":`, "", 1},
		{`{"jsonrpc":"2.0","id":%s,"result":{"content":[`, "", 1},
		{strings.TrimSpace(good), goodRaw, 0},
	} {
		b := open(t, faulty(t, "a", "normal"))
		result, err := try(b, "say_exit", saying(tt.words))
		if tt.raw == "" {
			died(t, tt.words, err, false)
		} else if err != nil || string(result.Raw) != tt.raw {
			t.Errorf("say_exit %s: got %+v, error %v, want result %s", tt.words, result, err, tt.raw)
		}
		replaced(t, b, "status 0")
		if got := counters(t, b); got.NoiseLines != tt.noise || got.StrayResponses != 0 {
			t.Errorf("say_exit %s: counters = %+v, want %d noise lines, no stray response", tt.words, got, tt.noise)
		}
	}
}

// closesStdout: the call does not wait for the end of the process, which is stopped.
func closesStdout(t *testing.T) {
	patient, quick := faulty(t, "a", "normal"), faulty(t, "a", "normal")
	patient.StopGrace, quick.StopGrace = time.Hour, 50*time.Millisecond
	b := open(t, patient)
	call(t, b, "", "echo", `{}`)
	ended := faultchild.Watch(b.Servers()[0].Instances[0].PID)
	_, err := try(b, "close_stdout", `{}`)
	died(t, "close_stdout", err, false)
	if c := counters(t, b); c.Exits != 0 {
		t.Errorf("counters after close_stdout = %+v, want no exits yet", c)
	}
	hurry, cancel := context.WithCancel(t.Context())
	cancel()
	if err := errors.Join(b.Close(hurry), ended(10*time.Second)); err != nil {
		t.Error(err)
	}

	b = open(t, quick)
	call(t, b, "", "echo", `{}`)
	ended = faultchild.Watch(b.Servers()[0].Instances[0].PID)
	_, err = try(b, "close_stdout", `{}`)
	died(t, "close_stdout", err, false)
	if err := ended(10 * time.Second); err != nil {
		t.Error(err)
	}
	replaced(t, b, "the process ended")
}

// hangsOneCall: the caller's context ends its call and no other; the child gets the
// cancellation with the reason.
func hangsOneCall(t *testing.T) {
	b := open(t, faulty(t, "a", "normal"))
	late := newExpiring()
	received, first := start(late, b, "progress_then_hang", `{}`)
	<-received
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	received, second := start(ctx, b, "progress_then_hang", `{}`)
	<-received
	late.expire()
	e := asError(t, (<-first).err)
	if e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageChild || !e.Written || e.SafeToRetry() ||
		!errors.Is(e, context.DeadlineExceeded) {
		t.Errorf(
			"call past its deadline: got %s, want deadline exceeded at stage server, written, not safe to retry",
			describe(e),
		)
	}
	call(t, b, "", "echo", `{}`)
	giveUp()
	e = asError(t, (<-second).err)
	if e.Kind != mcpbridge.KindCanceled || e.Stage != mcpbridge.StageChild || !e.Written || e.SafeToRetry() ||
		!errors.Is(e, context.Canceled) {
		t.Errorf("cancelled call: got %s, want canceled at stage server, written, not safe to retry", describe(e))
	}
	got := string(call(t, b, "", "cancelled", `{}`).Raw)
	if !strings.Contains(got, ` deadline exceeded","`) ||
		!strings.HasSuffix(got, ` canceled by the caller"]}`) || strings.Count(got, `"`) != 6 {
		t.Errorf("the child got the cancellations %s, want one by the deadline, then one by the caller", got)
	}
	if got, want := counters(t, b), (mcpbridge.Counters{Starts: 1, Calls: 4, Cancellations: 2}); got != want {
		t.Errorf("counters = %+v\nwant       %+v", got, want)
	}
}

// ignoresTheEnd: each step of the stop sequence waits for StopGrace; the next step ends the
// process.
func ignoresTheEnd(t *testing.T) {
	for _, mode := range []string{"until-term", "stubborn"} {
		terminated := tempFile(t)
		sc := faulty(t, "a", mode, terminated)
		sc.StopGrace = 50 * time.Millisecond
		b := open(t, sc)
		call(t, b, "", "echo", `{}`)
		ended := faultchild.Watch(b.Servers()[0].Instances[0].PID)
		if err := errors.Join(b.Close(context.Background()), ended(0)); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		if _, err := os.Stat(terminated); mode == "until-term" && err != nil {
			t.Errorf("%s: got %v, want the file that the child writes after SIGTERM", mode, err)
		}
	}
}

// stopsReading: a child that does not read delays no caller past its deadline, and at most
// the configured number of calls waits.
func stopsReading(t *testing.T) {
	sc := faulty(t, "a", "normal")
	sc.MaxInFlight, sc.MaxQueue, sc.StopGrace = 2, 1, 50*time.Millisecond
	b := fullPipe(t, sc)
	inFlight := func() int { return b.Servers()[0].Instances[0].InFlight }
	var late []*expiring
	var all []<-chan outcome
	for i := range 3 {
		late = append(late, newExpiring())
		_, ended := start(late[i], b, "echo", `{}`)
		all = append(all, ended)
		poll(t, "one more call in flight or queued", func() bool {
			return inFlight()+b.Servers()[0].Instances[0].Queued == i+1
		})
	}
	if _, err := try(b, "echo", `{}`); kindOf(err) != mcpbridge.KindOverloaded || !asError(t, err).SafeToRetry() {
		t.Errorf(`call beyond MaxQueue: got %s, want "too many calls are waiting", safe to retry`, describe(err))
	}
	for _, tt := range []struct {
		call  int
		stage mcpbridge.Stage
	}{{2, mcpbridge.StageQueue}, {1, mcpbridge.StageWrite}, {0, mcpbridge.StageWrite}} {
		late[tt.call].expire()
		if e := asError(t, (<-all[tt.call]).err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != tt.stage ||
			e.Written {
			t.Errorf("call %d: got %s, want deadline exceeded at stage %s, not written", tt.call, describe(e), tt.stage)
		}
	}
	if c := counters(t, b); c.Starts != 1 || c.Cancellations != 1 { // for the large request
		t.Errorf("counters = %+v, want 1 start and 1 cancellation", c)
	}

	sc.WriteStall = 300 * time.Millisecond
	replaced(t, fullPipe(t, sc), "does not read")
}

// fullPipe returns a bridge whose child has stopped reading in the middle of a request.
func fullPipe(t *testing.T, sc mcpbridge.ServerConfig) *mcpbridge.Bridge {
	t.Helper()
	b := open(t, sc)
	call(t, b, "", "stop_reading", `{}`)
	large := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	for range 100 {
		_, err := tryFor(b, 50*time.Millisecond, "params", large)
		if e := asError(t, err); e.Written {
			if e.Kind != mcpbridge.KindServerExited && (e.Kind != mcpbridge.KindDeadlineExceeded ||
				e.Stage != mcpbridge.StageWrite) {
				t.Errorf(`large call: got %s, want "server exited", or deadline exceeded at stage write`, describe(e))
			}
			return b
		}
	}
	t.Fatal("100 requests were not written, want one that is")
	return nil
}

// ignoresDiscover: the probe has its own timeout, well within the caller's, and a late
// response is ignored.
func ignoresDiscover(t *testing.T) {
	for mode, late := range map[string]uint64{"discover-silent": 0, "discover-late": 1} {
		sc := faulty(t, "a", mode)
		sc.ProbeTimeout, sc.StartTimeout = 50*time.Millisecond, time.Hour
		b := open(t, sc)
		if got := call(t, b, "", "echo", `{"text":"x"}`); got.ProtocolVersion != "2025-11-25" ||
			string(got.Raw) != `{"content":[{"type":"text","text":"x"}]}` {
			t.Errorf(`%s: got %+v, want the text "x" and protocol version 2025-11-25`, mode, got)
		}
		// Neither the probe nor the request after it is canceled.
		if got, want := counters(t, b), (mcpbridge.Counters{Starts: 1, Calls: 1, LateResponses: late}); got != want {
			t.Errorf("%s: counters = %+v\nwant       %+v", mode, got, want)
		}
	}
}

func respondsWithVersion2099(t *testing.T) {
	sc := faulty(t, "a", "version-2099")
	sc.Backoff.Budget = 1
	cause := handshakeFails(t, open(t, sc))
	if !strings.Contains(cause.Error(), `"2099-01-01"`) {
		t.Errorf(`cause = %v, want one that names the version "2099-01-01"`, cause)
	}
}

// hangsInInitialize: the caller's context ends its wait, for the first process and for a
// later one; StartTimeout ends the process.
func hangsInInitialize(t *testing.T) {
	patient, hasty := faulty(t, "a", "hang-init"), faulty(t, "a", "hang-init")
	patient.StartTimeout = time.Hour
	b := open(t, patient)
	late := newExpiring()
	_, ended := start(late, b, "echo", `{}`)
	<-late.watched
	late.expire()
	if e := asError(t, (<-ended).err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageSpawn ||
		e.Written {
		t.Errorf("first process: got %s, want deadline exceeded at stage start, not written", describe(e))
	}

	file := tempFile(t)
	b = open(t, faulty(t, "a", "hang-init-if", file))
	call(t, b, "", "echo", `{}`)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	changes, cancel := b.Subscribe()
	defer cancel()
	if _, err := try(b, "exit", `{}`); kindOf(err) != mcpbridge.KindServerExited {
		t.Errorf(`exit: got %s, want "server exited"`, describe(err))
	}
	await(t, changes, "the state starting", func() bool { return b.Servers()[0].State == mcpbridge.StateStarting })
	late = newExpiring()
	_, ended = start(late, b, "echo", `{}`)
	<-late.watched
	late.expire()
	if e := asError(t, (<-ended).err); e.Kind != mcpbridge.KindDeadlineExceeded || e.Stage != mcpbridge.StageSpawn ||
		e.Written {
		t.Errorf("later process: got %s, want deadline exceeded at stage start, not written", describe(e))
	}

	hasty.StartTimeout, hasty.ProbeTimeout, hasty.Backoff.Budget = time.Second, 10*time.Millisecond, 1
	cause := handshakeFails(t, open(t, hasty))
	if !errors.Is(cause, context.DeadlineExceeded) {
		t.Errorf("cause = %v, want one that wraps context.DeadlineExceeded", cause)
	}
}

// handshakeFails waits until the server is parked because of its handshake, and checks that
// its process has ended.
func handshakeFails(t *testing.T, b *mcpbridge.Bridge) *mcpbridge.Error {
	t.Helper()
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "the state parked", func() bool { return b.Servers()[0].State == mcpbridge.StateParked })
	status := b.Servers()[0]
	if c := status.Counters; c.Starts != 1 || c.Exits != 1 || len(status.Instances) != 0 {
		t.Errorf("status = %+v, want 1 start, 1 exit, no instances", status)
	}
	_, err := b.CallTool(t.Context(), mcpbridge.Call{Server: "a", Tool: "echo"})
	parked := asError(t, err)
	cause := asError(t, parked.Unwrap())
	if parked.Kind != mcpbridge.KindServerParked || cause.Kind != mcpbridge.KindHandshakeFailed ||
		cause.Stage != mcpbridge.StageSpawn || parked.Written {
		t.Errorf(
			`call of the parked server: got %s because of %s, want "server is parked", not written, because of "handshake failed" at stage start`,
			describe(parked), describe(cause),
		)
	}
	return cause
}
