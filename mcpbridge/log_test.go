package mcpbridge_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// syncBuffer is a bytes.Buffer for several goroutines. The zero value is empty.
type syncBuffer struct {
	mu    sync.Mutex
	b     bytes.Buffer
	grown chan struct{} // nil, or closed by the next write
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grown != nil {
		close(s.grown)
		s.grown = nil
	}
	return s.b.Write(p)
}

// await waits until the buffer contains text.
func (s *syncBuffer) await(t testing.TB, text string) {
	t.Helper()
	patience := time.NewTimer(30 * time.Second)
	defer patience.Stop()
	for {
		s.mu.Lock()
		got := s.b.String()
		if s.grown == nil {
			s.grown = make(chan struct{})
		}
		grown := s.grown
		s.mu.Unlock()
		if strings.Contains(got, text) {
			return
		}
		select {
		case <-grown:
		case <-patience.C:
			t.Fatalf("timeout: the log lacks %q, want it; log:\n%s", text, got)
		}
	}
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// TestEnvironment: the child gets exactly the configured environment, and none of its values
// is logged.
func TestEnvironment(t *testing.T) {
	t.Setenv("INHERITED", "yes")
	var logged syncBuffer
	b := openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{faulty(t, "a", "normal")},
		Logger:  slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if got := string(call(t, b, "", "env", `{}`).Raw); got != `{"env":["CANARY=s3cr3t-canary"]}` {
		t.Errorf("environment of the child = %s, want only CANARY", got)
	}
	call(t, b, "", "stderr", `{"text":"my key is s3cr3t-canary"}`)
	logged.await(t, "my key is")
	if tail, err := b.StderrTail("a"); err != nil || len(tail) != 1 || tail[0] != "my key is ***" {
		t.Errorf(`StderrTail = %q, error %v, want ["my key is ***"]`, tail, err)
	}
	if text := logged.String(); strings.Contains(text, "s3cr3t") || !strings.Contains(text, "pid=") {
		t.Errorf("log = %s, want a pid and no secret", text)
	}
}

// TestMask: no value of the environment is logged, whatever its form and place.
func TestMask(t *testing.T) {
	t.Parallel()
	var logged syncBuffer
	sc := faulty(t, "a", "init-leaks")
	sc.Env = []string{"A=secret", "B=secret-longer", "KEY=first line\nsecond line\n", "SECRET=of the handshake"}
	b := openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{sc}, Logger: slog.New(slog.NewTextHandler(&logged, nil)),
	})
	changes, cancel := b.Subscribe()
	defer cancel()
	await(t, changes, "a last error", func() bool { return b.Servers()[0].LastError != nil })
	tail, err := b.StderrTail("a")
	if want := []string{"***", "***", "***", "***"}; err != nil || !slices.Equal(tail, want) {
		t.Errorf("StderrTail = %q, error %v, want %q", tail, err, want)
	}
	logged.await(t, "server went down")
	text := logged.String()
	if strings.Contains(text, "secret") || strings.Contains(text, "of the handshake") ||
		!strings.Contains(text, `stderr="***\n***\n***"`) {
		t.Errorf("log = %s, want three masked lines of stderr, no secret and no variable", text)
	}
	if !regexp.MustCompile(`retry_in=\d+ms `).MatchString(text) {
		t.Errorf("log = %s, want retry_in in milliseconds", text)
	}
}

// TestStderrFlood: stderr is drained completely, and logged with a rate limit.
func TestStderrFlood(t *testing.T) {
	t.Parallel()
	var logged syncBuffer
	b := openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{faulty(t, "a", "stderr-flood")},
		Logger:  slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	call(t, b, "", "echo", `{}`)
	poll(t, "5000 lines of stderr", func() bool { return counters(t, b).StderrLines == 5000 })
	if n := strings.Count(logged.String(), "stream=stderr"); n == 0 || n > 2500 {
		t.Errorf("%d of 5000 lines of stderr logged, want 1 to 2500", n)
	}
}

// TestStreamsOfTail: the record of a failure names the stream of each line.
func TestStreamsOfTail(t *testing.T) {
	t.Parallel()
	var logged syncBuffer
	sc := faulty(t, "a", "normal")
	sc.Command, sc.Args = "/bin/sh", []string{"-c", "echo to stdout; exit 3"}
	openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{sc}, Logger: slog.New(slog.NewTextHandler(&logged, nil)),
	})
	logged.await(t, "server went down")
	if text := logged.String(); !strings.Contains(text, `stdout="to stdout"`) || strings.Contains(text, "stderr=") {
		t.Errorf(`log = %s, want stdout="to stdout" and no stderr`, text)
	}
}
