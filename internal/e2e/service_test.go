package e2e_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// patience bounds every wait in these tests. No test waits until it has passed.
const patience = 60 * time.Second

// service is a running coderefd.
type service struct {
	Address string
	Process *exec.Cmd
	Log     *lockedBuffer
	Conn    *grpc.ClientConn
	exited  chan struct{}
}

func (s *service) Tools() toolv1.ToolServiceClient   { return toolv1.NewToolServiceClient(s.Conn) }
func (s *service) Admin() adminv1.AdminServiceClient { return adminv1.NewAdminServiceClient(s.Conn) }

func (s *service) CodeIntel() codeintelv1.CodeIntelServiceClient {
	return codeintelv1.NewCodeIntelServiceClient(s.Conn)
}

// start runs `coderefd serve` on a unix socket and waits until the code
// intelligence service is healthy.
func start(t *testing.T, args ...string) *service {
	t.Helper()
	// Not t.TempDir: its path can be longer than a socket's may be.
	folder, err := os.MkdirTemp("", "e2e-") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return startAt(t, "unix://"+filepath.Join(folder, "s"), args...)
}

// startAt is like start, with a given address.
func startAt(t *testing.T, address string, args ...string) *service {
	t.Helper()
	return startCommand(t, address, exec.Command(filepath.Join(binaries, "coderefd"),
		append([]string{"serve", "--listen", address, "--admin-listen", ""}, args...)...))
}

// startCommand is like startAt, with a command that serves at the address.
func startCommand(t *testing.T, address string, cmd *exec.Cmd) *service {
	t.Helper()
	s := &service{Address: address, Process: cmd, Log: &lockedBuffer{}, exited: make(chan struct{})}
	s.Process.Stderr = s.Log
	if err := s.Process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.Process.Wait() // the exit code is read from ProcessState
		close(s.exited)
	}()
	t.Cleanup(func() {
		s.stop(t, syscall.SIGTERM)
		if strings.Contains(s.Log.String(), "DATA RACE") {
			t.Error("got DATA RACE in the log of coderefd, want none")
		}
		if t.Failed() {
			t.Logf("log of the service:\n%s", s.Log)
		}
	})
	conn, err := grpc.NewClient(s.Address, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)),
		// The first attempt is sent before the service listens. The attempt that it accepts may take some
		// time.
		grpc.WithConnectParams(grpc.ConnectParams{MinConnectTimeout: patience, Backoff: backoff.Config{
			BaseDelay: 10 * time.Millisecond, Multiplier: 1.5, MaxDelay: 200 * time.Millisecond,
		}}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	s.Conn = conn
	s.awaitHealth(t, "coderef.codeintel.v1.CodeIntelService")
	return s
}

// awaitHealth waits until the named health service is SERVING.
func (s *service) awaitHealth(t *testing.T, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	go func() {
		select {
		case <-s.exited: // further waiting is pointless
			cancel()
		case <-ctx.Done():
		}
	}()
	watch, err := healthv1.NewHealthClient(s.Conn).Watch(ctx, &healthv1.HealthCheckRequest{Service: name})
	for err == nil {
		var response *healthv1.HealthCheckResponse
		if response, err = watch.Recv(); err == nil && response.GetStatus() == healthv1.HealthCheckResponse_SERVING {
			return
		}
	}
	t.Fatalf("health of %q: got error %v, want SERVING; log:\n%s", name, err, s.Log)
}

// stop signals the service and waits until it has exited.
func (s *service) stop(t *testing.T, signal syscall.Signal) {
	t.Helper()
	select {
	case <-s.exited:
		return
	default:
	}
	if err := s.Process.Process.Signal(signal); err != nil {
		t.Errorf("send signal %v to coderefd: %v", signal, err)
	}
	select {
	case <-s.exited:
	case <-time.After(patience):
		_ = s.Process.Process.Kill()
		t.Errorf("coderefd did not exit within %v after %v", patience, signal)
	}
}

// lockedBuffer collects a process's output while a test reads it. The zero value is empty.
type lockedBuffer struct {
	mu    sync.Mutex
	buf   bytes.Buffer
	grown chan struct{} // nil, or closed by the next write
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.grown != nil {
		close(b.grown)
		b.grown = nil
	}
	return b.buf.Write(p)
}

// await waits until the output contains text.
func (b *lockedBuffer) await(t *testing.T, text string) {
	t.Helper()
	limit := time.After(patience)
	for {
		b.mu.Lock()
		got := b.buf.String()
		if b.grown == nil {
			b.grown = make(chan struct{})
		}
		grown := b.grown
		b.mu.Unlock()
		if strings.Contains(got, text) {
			return
		}
		select {
		case <-grown:
		case <-limit:
			t.Fatalf("timeout after %v: got output %q, want one that contains %q", patience, got, text)
		}
	}
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
