package supervisor

import (
	"bufio"
	"context"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
	"github.com/coderef-system/coderefd/mcpbridge/internal/guard"
)

// TestMain lets the test binary run as its own guard, and as the processes of
// process_test.go.
func TestMain(m *testing.M) {
	runProcess(os.Args[1:])
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		_ = guard.Run(os.Stdin)
		syscall.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

func guardArgv(t *testing.T) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{exe, "guard"}
}

func newSupervisor(t *testing.T, guard []string) *Supervisor {
	t.Helper()
	s, err := New(guard, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func shell(t *testing.T, s *Supervisor, script string) *Child {
	t.Helper()
	c, err := s.Start(t.Context(), Spec{Command: "/bin/sh", Args: []string{"-c", script}, StopGrace: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Kill()
		c.Ended()
		_ = c.Stdin().Close()
		_ = c.Stdout().Close()
	})
	return c
}

// TestLadder: Stop closes stdin, then sends SIGTERM, then SIGKILL; a child ends at the first
// of these that it does not ignore.
func TestLadder(t *testing.T) {
	t.Parallel()
	s := newSupervisor(t, nil)
	for script, want := range map[string]string{
		"cat": "<nil>",
		"trap 'exit 7' TERM; echo; sleep 60 & wait": "exit status 7",
		"trap '' TERM; echo; sleep 60":              "signal: killed",
	} {
		c := shell(t, s, script)
		c.grace = 100 * time.Millisecond
		if script != "cat" { // the trap is set
			if _, err := bufio.NewReader(c.Stdout()).ReadString('\n'); err != nil {
				t.Error(err)
			}
		}
		c.Stop(context.Background())
		got := "<nil>"
		if err := c.ExitError(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", script, got, want)
		}
	}
}

// TestGroupEndsWithLeader: processes that a child leaves in its group are killed when the
// child ends, and the pipes that they hold do not delay its end.
func TestGroupEndsWithLeader(t *testing.T) {
	t.Parallel()
	s := newSupervisor(t, nil)
	c := shell(t, s, "sleep 1000 & echo $!")
	line, err := bufio.NewReader(c.Stdout()).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	ended := faultchild.Watch(pid)
	c.Ended()
	if err := ended(10 * time.Second); err != nil {
		t.Error(err)
	}
}

// TestGuardReplaced: a guard that dies is replaced by one that knows the same
// groups.
func TestGuardReplaced(t *testing.T) {
	t.Parallel()
	logged := make(messages, 64)
	g, err := startGuard(guardArgv(t), slog.New(logged))
	if err != nil {
		t.Fatal(err)
	}
	sp := newSpawner()
	s := &Supervisor{spawner: sp, guard: g}
	defer s.Close()
	c := shell(t, s, "exec sleep 1000")
	_, first := g.known()
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"guard process ended; replacing it", "guard process replaced"} {
		if got := <-logged; got != want {
			t.Errorf("got log message %q, want %q", got, want)
		}
	}
	if _, second := g.known(); second == first {
		t.Errorf("got process id %d, want another one than before", second)
	}
	g.dropPipe() // as the end of this process would
	c.Ended()
	if err := c.ExitError(); err == nil || err.Error() != "signal: killed" {
		t.Errorf(`ExitError() = %v, want "signal: killed"`, err)
	}
}

// TestAbandonedStart: a child whose starter gave up is not left behind.
func TestAbandonedStart(t *testing.T) {
	t.Parallel()
	s := newSupervisor(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		if c, err := s.Start(ctx, Spec{Command: "/bin/sh", Args: []string{"-c", "sleep 1000"}, StopGrace: time.Second}); err == nil {
			c.discard() // the child started nevertheless
		}
	}
}

func TestOutputTail(t *testing.T) {
	t.Parallel()
	s := newSupervisor(t, nil)
	c := shell(t, s, "i=0; while [ $i -lt 150 ]; do echo line$i >&2; i=$((i+1)); done; head -c 100000 /dev/zero | tr '\\0' x >&2")
	c.Ended()
	tail := c.OutputTail()
	if len(tail) != stderrTailLines || tail[0].Text != "line51" || tail[0].Stream != "stderr" ||
		len(tail[99].Text) != maxStderrLine || c.StderrLines() != 151 {
		t.Errorf(
			"got %d lines kept of %d, first %q, last of %d bytes, want %d of 151, line51 of stderr, %d bytes",
			len(tail), c.StderrLines(), tail[0], len(tail[len(tail)-1].Text), stderrTailLines, maxStderrLine,
		)
	}
}
