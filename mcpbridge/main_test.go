package mcpbridge_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// TestMain lets the test binary run as the other processes: the servers and the guard.
func TestMain(m *testing.M) {
	args := os.Args[1:]
	faultchild.Run(args)
	faultchild.RunScript(args)
	if len(args) > 0 && args[0] == "guard" {
		if mcpbridge.RunGuard(os.Stdin) != nil {
			syscall.Exit(1)
		}
		syscall.Exit(0) // not os.Exit, which takes a second under the race detector
	}
	if len(args) > 0 && args[0] == "sdk" {
		sdkServer()
		syscall.Exit(0)
	}
	if len(args) > 0 && args[0] == "rawecho" {
		faultchild.RawEcho()
		syscall.Exit(0)
	}
	if len(args) > 2 && args[0] == "service" {
		service(args[1], args[2])
	}
	goleak.VerifyTestMain(m)
}

// self is the test binary.
func self(t testing.TB) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// faulty configures a faultchild.
func faulty(t testing.TB, name, mode string, params ...string) mcpbridge.ServerConfig {
	t.Helper()
	return mcpbridge.ServerConfig{
		Name: name, Command: self(t), Args: append([]string{faultchild.Arg, mode}, params...),
		Env:     []string{"CANARY=s3cr3t-canary"},
		Sharing: mcpbridge.SharingShared, Processes: 1, MaxInFlight: 128, MaxQueue: 128,
		IdleTimeout: time.Minute, StartTimeout: 20 * time.Second, ProbeTimeout: 10 * time.Second,
		StopGrace: 2 * time.Second,
		Backoff: mcpbridge.Backoff{
			Initial: 10 * time.Millisecond, Max: 100 * time.Millisecond, Multiplier: 2, Jitter: 0.1,
			Budget: 5, Window: time.Minute, ParkedRetry: time.Hour, ResetAfter: time.Minute,
		},
		PingInterval: time.Minute, PingFailures: 3, WriteStall: time.Minute,
		MaxLineBytes: 8 << 20, MaxDepth: 128,
	}
}

func open(t testing.TB, servers ...mcpbridge.ServerConfig) *mcpbridge.Bridge {
	t.Helper()
	return openConfig(t, mcpbridge.Config{Servers: servers})
}

func openConfig(t testing.TB, cfg mcpbridge.Config) *mcpbridge.Bridge {
	t.Helper()
	cfg.ClientName, cfg.ClientVersion = "test", "0"
	if testing.Verbose() && cfg.Logger == nil {
		cfg.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	b, err := mcpbridge.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return b
}

// call runs a tool with a long deadline and fails the test if the call fails.
func call(t testing.TB, b *mcpbridge.Bridge, server, tool, args string) *mcpbridge.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	result, err := b.CallTool(ctx, mcpbridge.Call{Server: server, Tool: tool, Arguments: []byte(args)})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return result
}

func tempFile(t testing.TB) string { return filepath.Join(t.TempDir(), "file") }

// kindOf returns the kind of an error, -1 for none.
func kindOf(err error) mcpbridge.Kind {
	var e *mcpbridge.Error
	switch {
	case err == nil:
		return -1
	case errors.As(err, &e):
		return e.Kind
	}
	return -2
}

// describe returns the text of err, and what callers read from an *Error. Formats print only its text.
func describe(err error) string {
	var e *mcpbridge.Error
	if !errors.As(err, &e) || e == nil {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf(
		"%q (%v at stage %s, server %q, written %t, repeatable %t, safe to retry %t, retry in %v)",
		e, e.Kind, e.Stage, e.Server, e.Written, e.Repeatable, e.SafeToRetry(), e.RetryIn,
	)
}

// asError returns the *Error in err, or fails the test.
func asError(t testing.TB, err error) *mcpbridge.Error {
	t.Helper()
	var e *mcpbridge.Error
	if !errors.As(err, &e) {
		t.Fatalf("error = %v, want an *Error", err)
	}
	return e
}

func try(b *mcpbridge.Bridge, tool, args string) (*mcpbridge.Result, error) {
	return tryFor(b, 30*time.Second, tool, args)
}

func tryFor(b *mcpbridge.Bridge, d time.Duration, tool, args string) (*mcpbridge.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return b.CallTool(ctx, mcpbridge.Call{Tool: tool, Arguments: []byte(args)})
}

func counters(t testing.TB, b *mcpbridge.Bridge) mcpbridge.Counters {
	t.Helper()
	return b.Servers()[0].Counters
}
