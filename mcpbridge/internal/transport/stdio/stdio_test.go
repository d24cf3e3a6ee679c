package stdio_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport/stdio"
)

// TestMain lets the test binary run as the child.
func TestMain(m *testing.M) {
	faultchild.Run(os.Args[1:])
	goleak.VerifyTestMain(m)
}

var errStop = errors.New("stopped by the test")

// output is one line that a child printed.
type output struct {
	pid  int
	line outputlog.Entry
}

// upstream is a Transport to faultchildren and what it reported.
type upstream struct {
	*stdio.Transport
	supervisor *supervisor.Supervisor
	counters   *transport.Counters
	printed    chan output
	notified   chan string
	known      atomic.Bool // the result of onNotification
}

// newUpstream returns a Transport that starts a faultchild in a mode. change may change its
// configuration.
func newUpstream(t *testing.T, change func(*stdio.Config), mode ...string) *upstream {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := supervisor.New(nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	u := &upstream{
		supervisor: s, counters: new(transport.Counters),
		printed: make(chan output, 64), notified: make(chan string, 64),
	}
	u.known.Store(true)
	cfg := stdio.Config{
		Supervisor: s, Command: exe, Args: append([]string{faultchild.Arg}, mode...), Env: []string{"A=B"},
		StopGrace: 30 * time.Second, MaxLineBytes: 8 << 20, MaxDepth: 64, MaxQueue: 16, WriteStall: time.Minute,
		Counters: u.counters,
		OnOutput: func(stream string, pid int, line []byte) {
			u.printed <- output{pid, outputlog.Entry{Stream: stream, Text: string(line)}}
		},
	}
	if change != nil {
		change(&cfg)
	}
	u.Transport = stdio.New(cfg)
	return u
}

// start starts an instance, which is killed at the end of the test.
func (u *upstream) start(t *testing.T) transport.Instance {
	t.Helper()
	inst, err := u.Start(t.Context(), func(method string) bool {
		u.notified <- method
		return u.known.Load()
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inst.Stop(context.Background(), transport.ErrHung) })
	return inst
}

// call runs a tool of the faultchild.
func call(ctx context.Context, inst transport.Instance, tool, arguments string) (string, error) {
	fields := fmt.Appendf(nil, `"name":%q,"arguments":%s`, tool, arguments)
	out, err := inst.Call(ctx, jsonrpc.Request{Method: "tools/call", Fields: fields})
	return string(out.Result), err
}

func mustCall(t *testing.T, inst transport.Instance, tool, arguments string) string {
	t.Helper()
	result, err := call(t.Context(), inst, tool, arguments)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return result
}

// TestInstance runs a session over the pipes of a child, from its start to its end.
func TestInstance(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, nil, "normal")
	if got := u.Network(); got != "pipe" {
		t.Errorf("got network %q, want pipe", got)
	}
	inst := u.start(t)
	s, err := session.Open(t.Context(), inst, session.Options{ClientName: "test", ProbeTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	out, isError, err := s.CallTool(t.Context(), session.ToolCall{Name: "echo", Arguments: []byte(`{"text":"hi"}`)})
	if want := `{"content":[{"type":"text","text":"hi"}]}`; string(out.Result) != want || isError || err != nil {
		t.Errorf("got result %s, tool error %t, error %v, want %s, false, none", out.Result, isError, err, want)
	}
	if got, want := mustCall(t, inst, "pid", `{}`), fmt.Sprintf(`{"pid":%d}`, inst.PID()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := mustCall(t, inst, "env", `{}`); got != `{"env":["A=B"]}` {
		t.Errorf("got %s, want the configured environment only", got)
	}
	if !inst.Accepting() || inst.Err() != nil {
		t.Errorf("got accepting %t, error %v before the end, want true, none", inst.Accepting(), inst.Err())
	}
	if used, known := inst.CPUTime(); used < 0 || (!known && exists("/proc/self/stat")) {
		t.Errorf("CPUTime() = %v, known %t, want at least 0, known: %t", used, known, exists("/proc/self/stat"))
	}
	exit := inst.Stop(t.Context(), errStop)
	select {
	case <-inst.Failed():
	default:
		t.Error("Failed() after Stop: got it open, want it closed")
	}
	if inst.Accepting() || !errors.Is(inst.Err(), errStop) {
		t.Errorf("got accepting %t, error %v, want false, %v", inst.Accepting(), inst.Err(), errStop)
	}
	if got, want := exit.Error(), "the process ended with status 0"; got != want {
		t.Errorf("got exit error %q, want %q", got, want)
	}
	if _, err := call(t.Context(), inst, "echo", `{}`); !errors.Is(err, errStop) {
		t.Errorf("call after Stop: got error %v, want %v", err, errStop)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// TestStartFails: a start that fails returns the cause and no instance.
func TestStartFails(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errStop)
	for _, tt := range []struct {
		name   string
		ctx    context.Context
		change func(*stdio.Config)
		want   error
	}{
		{"missing program", t.Context(), func(c *stdio.Config) { c.Command = "/nonexistent/server" }, fs.ErrNotExist},
		{"missing folder", t.Context(), func(c *stdio.Config) { c.Dir = "/nonexistent" }, fs.ErrNotExist},
		{"supervisor closed", t.Context(), func(c *stdio.Config) { c.Supervisor.Close() }, supervisor.ErrClosed},
		{"context ended", ended, nil, errStop},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			u := newUpstream(t, tt.change, "normal")
			inst, err := u.Start(tt.ctx, func(string) bool { return true })
			if !errors.Is(err, tt.want) {
				t.Errorf("got error %v, want %v", err, tt.want)
			}
			if err == nil {
				inst.Stop(context.Background(), transport.ErrHung)
			} else if inst != nil {
				t.Errorf("got instance %v, want none", inst)
			}
		})
	}
}

// TestExitDuringCall: the end of the process fails the open calls, and the exit error describes
// how it ended.
func TestExitDuringCall(t *testing.T) {
	t.Parallel()
	inst := newUpstream(t, nil, "normal").start(t)
	const calls = 5
	failures := make(chan error, calls+1)
	run := func(tool string) {
		_, err := call(t.Context(), inst, tool, `{}`)
		failures <- err
	}
	for range calls {
		go run("hang")
	}
	run("exit")
	for range calls + 1 {
		err := <-failures
		if _, ok := errors.AsType[*jsonrpc.LostError](err); !ok {
			t.Errorf("got error %v, want a LostError", err)
		}
	}
	<-inst.Failed()
	exit := inst.Stop(t.Context(), inst.Err())
	if got, want := exit.Error(), "the process ended: exit status 3"; got != want {
		t.Errorf("got exit error %q, want %q", got, want)
	}
}

// TestStopSequence: an instance that may still react gets SIGTERM. An instance that hangs is
// killed at once, and its exit error is then the cause.
func TestStopSequence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		cause error
		grace time.Duration // short in the cases that wait for it
		term  bool
		want  string
	}{
		{"stopped", errStop, 100 * time.Millisecond, true, "the process ended with status 0"},
		{"hung", fmt.Errorf("ping: %w", transport.ErrHung), time.Hour, false, "ping: " + transport.ErrHung.Error()},
		{"stalled", framing.ErrStalled, time.Hour, false, framing.ErrStalled.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "term")
			u := newUpstream(t, func(c *stdio.Config) { c.StopGrace = tt.grace }, "until-term", file)
			inst := u.start(t)
			mustCall(t, inst, "echo", `{}`) // SIGTERM is handled now
			if got := inst.Stop(t.Context(), tt.cause).Error(); got != tt.want {
				t.Errorf("got exit error %q, want %q", got, tt.want)
			}
			if got := exists(file); got != tt.term {
				t.Errorf("got SIGTERM %t, want %t", got, tt.term)
			}
		})
	}
}

// TestStopSkipsTheGrace: after the end of its context, Stop kills a child that ignores the
// end of its input and SIGTERM.
func TestStopSkipsTheGrace(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, func(c *stdio.Config) { c.StopGrace = time.Hour }, "stubborn")
	inst := u.start(t)
	mustCall(t, inst, "echo", `{}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, want := inst.Stop(ctx, errStop).Error(), "the process ended: signal: killed"; got != want {
		t.Errorf("got exit error %q, want %q", got, want)
	}
}

// TestStopDuringCalls: Stop may be called several times while calls are made. Each call gets
// its result or the cause, and none remains.
func TestStopDuringCalls(t *testing.T) {
	t.Parallel()
	inst := newUpstream(t, nil, "normal").start(t)
	var calls, stops sync.WaitGroup
	var done atomic.Int64
	enough := make(chan struct{})
	for range 8 {
		calls.Go(func() {
			for {
				result, err := call(t.Context(), inst, "echo", `{"text":"hi"}`)
				switch {
				case errors.Is(err, errStop):
					return
				case err != nil || !strings.Contains(result, `"hi"`):
					t.Errorf(`got result %s, error %v, want one with "hi", or %v`, result, err, errStop)
					return
				}
				if done.Add(1) == 100 {
					close(enough)
				}
			}
		})
	}
	<-enough
	for range 3 {
		stops.Go(func() { inst.Stop(t.Context(), errStop) })
	}
	stops.Wait()
	calls.Wait()
	if inst.Accepting() {
		t.Error("Accepting() after Stop = true, want false")
	}
}

// TestClosedInput: an instance whose child closed its input accepts no call before its
// connection fails, and responses that were sent before still arrive.
func TestClosedInput(t *testing.T) {
	t.Parallel()
	inst := newUpstream(t, nil, "normal").start(t)
	mustCall(t, inst, "close_stdin", `{}`)
	if err := inst.Notify("notifications/x", nil); err != nil {
		t.Fatal(err)
	}
	<-inst.(interface{ WriteEnded() <-chan struct{} }).WriteEnded()
	if inst.Accepting() {
		t.Error("Accepting() after the end of the writes = true, want false")
	}
	<-inst.Failed()
	if !errors.Is(inst.Err(), syscall.EPIPE) {
		t.Errorf("got error %v, want %v", inst.Err(), syscall.EPIPE)
	}
}

// TestClosedOutput: a child that closes its output fails the connection although it runs.
func TestClosedOutput(t *testing.T) {
	t.Parallel()
	inst := newUpstream(t, nil, "normal").start(t)
	if _, err := call(t.Context(), inst, "close_stdout", `{}`); !errors.Is(err, io.EOF) {
		t.Errorf("got error %v, want %v", err, io.EOF)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, want := inst.Stop(ctx, inst.Err()).Error(), "the process ended: signal: killed"; got != want {
		t.Errorf("got exit error %q, want %q", got, want)
	}
}

// TestStalledChild: a child that does not read its input ends the connection.
func TestStalledChild(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, func(c *stdio.Config) { c.WriteStall, c.StopGrace = 50*time.Millisecond, time.Hour }, "no-read")
	inst := u.start(t)
	_, err := call(t.Context(), inst, "echo", `{"text":"`+strings.Repeat("x", 1<<20)+`"}`)
	if !errors.Is(err, framing.ErrStalled) {
		t.Errorf("got error %v, want %v", err, framing.ErrStalled)
	}
	// The failure of the connection explains the end, even if another cause stops the instance.
	for _, cause := range []error{inst.Err(), errStop} {
		if got := inst.Stop(t.Context(), cause); !errors.Is(got, framing.ErrStalled) {
			t.Errorf("stopped with %v: got exit error %v, want %v", cause, got, framing.ErrStalled)
		}
	}
}

// TestFullQueue: while the pipe to a child is full, calls beyond MaxQueue fail at once
// without being sent, and the others fail when the instance ends.
func TestFullQueue(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, func(c *stdio.Config) { c.MaxQueue = 2 }, "no-read")
	inst := u.start(t)
	const calls = 12
	refused, waiting := make(chan error, calls), make(chan error, calls)
	arguments := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	for range calls {
		go func() {
			_, err := call(t.Context(), inst, "echo", arguments)
			if errors.Is(err, jsonrpc.ErrQueueFull) {
				refused <- err
				return
			}
			waiting <- err
		}()
	}
	// At most one call is written, and two wait.
	for range calls - 3 {
		<-refused
	}
	inst.Stop(t.Context(), transport.ErrHung)
	for range 3 {
		select {
		case err := <-waiting:
			if !errors.Is(err, transport.ErrHung) {
				t.Errorf("got error %v, want %v", err, transport.ErrHung)
			}
		case <-refused: // before the writer had taken the first call
		}
	}
}

// TestOversizedResponse: a response beyond the limit fails its call only.
func TestOversizedResponse(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, func(c *stdio.Config) { c.MaxLineBytes = 64 << 10 }, "normal")
	inst := u.start(t)
	if _, err := call(t.Context(), inst, "big", `{"n":100000}`); !errors.Is(err, jsonrpc.ErrTooLarge) {
		t.Errorf("got error %v, want %v", err, jsonrpc.ErrTooLarge)
	}
	mustCall(t, inst, "echo", `{"text":"hi"}`)
	if n := u.counters.OversizedMessages.Load(); n != 1 {
		t.Errorf("got %d oversized messages, want 1", n)
	}
}

// TestOutput: what a child prints on either stream is reported with its process, counted, and
// kept in order.
func TestOutput(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, nil, "banner")
	inst := u.start(t)
	mustCall(t, inst, "echo", `{}`) // the banner precedes the response
	mustCall(t, inst, "stderr", `{"text":"on stderr"}`)
	want := []outputlog.Entry{
		{Stream: "stdout", Text: "Server listening on stdio"},
		{Stream: "stdout", Text: `{"level":"info","msg":"up"}`},
		{Stream: "stdout", Text: "42"},
		{Stream: "stderr", Text: "on stderr"},
	}
	for i, line := range want {
		if got := <-u.printed; got.line != line || got.pid != inst.PID() {
			t.Errorf("line %d: got %+v, want %+v of process %d", i, got, line, inst.PID())
		}
	}
	inst.Stop(t.Context(), errStop)
	if got := inst.OutputTail(); !slices.Equal(got, want) {
		t.Errorf("got the tail %+v, want %+v", got, want)
	}
	if noise, lines := u.counters.NoiseLines.Load(), u.counters.StderrLines.Load(); noise != 3 || lines != 1 {
		t.Errorf("got %d lines of noise, %d of stderr, want 3 and 1", noise, lines)
	}
}

// TestActivity: output on stderr counts as activity, but not as a received message.
func TestActivity(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, func(c *stdio.Config) {
		c.Command, c.Args = "/bin/sh", []string{"-c", "read line; echo out >&2; read line"}
	})
	inst := u.start(t)
	first := inst.Signs()
	if got := first.LastActivity; got.Before(first.LastReceived) {
		t.Errorf("got activity at %v, want none before the start of the connection at %v", got, first.LastReceived)
	}
	if err := inst.Notify("notifications/x", nil); err != nil {
		t.Fatal(err)
	}
	<-u.printed
	last := inst.Signs()
	if !last.LastReceived.Equal(first.LastReceived) {
		t.Errorf("got the last message at %v, want %v", last.LastReceived, first.LastReceived)
	}
	if got := last.LastActivity; !got.After(first.LastReceived) {
		t.Errorf("got activity at %v, want after %v", got, first.LastReceived)
	}
}

// TestNotifications: the methods of notifications arrive in order, and those that the receiver
// does not know are counted.
func TestNotifications(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, nil, "normal")
	inst := u.start(t)
	mustCall(t, inst, "change", `{"n":2}`)
	u.known.Store(false)
	mustCall(t, inst, "change", `{}`)
	for i := range 3 {
		if got, want := <-u.notified, "notifications/tools/list_changed"; got != want {
			t.Errorf("notification %d: got %s, want %s", i, got, want)
		}
	}
	if n := u.counters.UnknownNotifications.Load(); n != 1 {
		t.Errorf("got %d unknown notifications, want 1", n)
	}
}

// TestCanceledCall: the child learns about a call that is given up after it was sent.
func TestCanceledCall(t *testing.T) {
	t.Parallel()
	inst := newUpstream(t, nil, "normal").start(t)
	ctx, cancel := context.WithCancel(t.Context())
	out, err := inst.Call(ctx, jsonrpc.Request{
		Method: "tools/call", Fields: []byte(`"name":"progress_then_hang","arguments":{}`),
		OnProgress: func([]byte) { cancel() },
	})
	if !errors.Is(err, context.Canceled) || !out.Sent {
		t.Errorf("got sent %t, error %v, want true, %v", out.Sent, err, context.Canceled)
	}
	want := fmt.Sprintf(`{"cancelled":["%d canceled by the caller"]}`, out.ID)
	if got := mustCall(t, inst, "cancelled", `{}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
