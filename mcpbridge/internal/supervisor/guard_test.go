package supervisor

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// messages is a log handler that passes the texts of the records on.
type messages chan string

func (messages) Enabled(context.Context, slog.Level) bool { return true }
func (m messages) Handle(_ context.Context, r slog.Record) error {
	m <- r.Message
	return nil
}
func (m messages) WithAttrs([]slog.Attr) slog.Handler { return m }
func (m messages) WithGroup(string) slog.Handler      { return m }

// known returns the registered groups and the id of the guard.
func (g *guardProcess) known() (groups int, pid int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.groups), g.pid
}

// TestMissingGuard: New fails if the guard cannot be started, and leaves nothing behind.
func TestMissingGuard(t *testing.T) {
	t.Parallel()
	s, err := New([]string{"/nonexistent/guard"}, slog.New(slog.DiscardHandler))
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "start guard process: ") || s != nil {
		t.Errorf("got %v, error %v, want none, %v", s, err, fs.ErrNotExist)
	}
}

// TestGuardForgetsEndedChildren: only the groups of running children are registered.
func TestGuardForgetsEndedChildren(t *testing.T) {
	t.Parallel()
	s := newSupervisor(t, guardArgv(t))
	first, second := shell(t, s, "cat"), shell(t, s, "cat")
	if n, _ := s.guard.known(); n != 2 {
		t.Errorf("got %d registered groups, want 2", n)
	}
	first.Stop(t.Context())
	if n, _ := s.guard.known(); n != 1 {
		t.Errorf("got %d registered groups after the end of one child, want 1", n)
	}
	second.Stop(t.Context())
	if n, _ := s.guard.known(); n != 0 {
		t.Errorf("got %d registered groups at the end, want 0", n)
	}
}

// TestGuardIsGoneAfterClose: Close ends the guard, even a guard that ignores the end of its
// input. Later calls of Close have no effect.
func TestGuardIsGoneAfterClose(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		argv []string
	}{
		{"guard", guardArgv(t)},
		{"stuck guard", []string{"/bin/sleep", "1000"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := New(tt.argv, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			_, pid := s.guard.known()
			s.Close()
			s.Close()
			if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("guard %d: got error %v, want %v", pid, err, syscall.ESRCH)
			}
		})
	}
}

// TestGuardCannotBeReplaced: while the program of the guard is missing, its restart is tried
// again, and the next guard knows the children that were started meanwhile.
func TestGuardCannotBeReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program, away := filepath.Join(dir, "guard"), filepath.Join(dir, "away")
	input, started := filepath.Join(dir, "input"), filepath.Join(dir, "started")
	if err := unix.Mkfifo(started, 0o600); err != nil {
		t.Fatal(err)
	}
	// Each guard writes its process id when it starts, and then the lines that it gets.
	script := "#!/bin/sh\necho $$ > " + started + "\nwhile read line; do echo $line >> " + input + ".$$; done\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	logged := make(messages, 64)
	expect := func(want string) {
		t.Helper()
		if got := <-logged; got != want {
			t.Errorf("got log message %q, want %q", got, want)
		}
	}
	s, err := New([]string{program}, slog.New(logged))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	next := func() int {
		text, _ := os.ReadFile(started) // waits for a guard
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		return pid
	}
	first := next()
	if err := os.Rename(program, away); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(-first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	expect("guard process ended; replacing it")
	c := shell(t, s, "echo; cat")
	if _, err := bufio.NewReader(c.Stdout()).ReadString('\n'); err != nil {
		t.Error(err)
	}
	expect("guard process cannot be restarted")
	if err := os.Rename(away, program); err != nil {
		t.Fatal(err)
	}
	second := next()
	expect("guard process replaced") // it knows the groups
	c.Stop(t.Context())
	s.Close()
	text, err := os.ReadFile(input + "." + strconv.Itoa(second))
	want := "+" + strconv.Itoa(c.PID()) + "\n-" + strconv.Itoa(c.PID()) + "\n"
	if string(text) != want || err != nil {
		t.Errorf("the second guard got %q, error %v, want %q", text, err, want)
	}
}
