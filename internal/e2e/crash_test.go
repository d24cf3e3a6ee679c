package e2e_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// shop returns the path of the TypeScript project that the documentation uses.
func shop(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../examples/shop")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// childPID returns the process id of the code-intelligence server.
func childPID(t *testing.T, s *service) int {
	t.Helper()
	response, err := s.Admin().GetServer(t.Context(), &adminv1.GetServerRequest{Name: "coderef"})
	if err != nil {
		t.Fatal(err)
	}
	instances := response.GetServer().GetInstances()
	if len(instances) == 0 {
		t.Fatalf("got no instance in %v, want at least one", response)
	}
	return int(instances[0].GetPid())
}

// Calls of read-only tools that a killed child process was running are repeated: each of 64 callers gets a
// result for each of its calls, without an error.
func TestChildKilledUnderLoad(t *testing.T) {
	s := start(t)
	const callers, calls = 64, 20
	arguments, err := structpb.NewStruct(map[string]any{"project_path": shop(t)})
	if err != nil {
		t.Fatal(err)
	}
	halfway := make(chan struct{}, callers)
	errs := make(chan error, callers*calls)
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for i := range calls {
				if i == calls/2 {
					halfway <- struct{}{}
				}
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				response, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{
					Name: "coderef_scan", Args: &toolv1.CallToolRequest_Arguments{Arguments: arguments},
				})
				cancel()
				if err == nil && response.GetIsError() {
					err = fmt.Errorf("tool error: %v", response.GetContent())
				}
				errs <- err
			}
		})
	}
	pid := childPID(t, s)
	<-halfway // the first caller has completed half of its calls, so all callers are active
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	close(errs)
	results := 0
	for err := range errs {
		results++
		if err != nil {
			t.Errorf("got error %v, want none", err)
		}
	}
	if results != callers*calls {
		t.Errorf("got %d results of calls, want %d", results, callers*calls)
	}
	if now := childPID(t, s); now == pid {
		t.Errorf("got process id %d, want another one than before", pid)
	}
}

// No process in the process groups of the service survives a SIGKILL of the service, including grandchildren.
func TestServiceKilled(t *testing.T) {
	config := filepath.Join(t.TempDir(), "mcp.json")
	started := namedPipe(t, filepath.Join(t.TempDir(), "grandchild"))
	script := fmt.Sprintf("sleep 1000 & echo $! > %s; exec sleep 1000", started.Name())
	content := fmt.Sprintf(`{"mcpServers":{"forks":{"command":"/bin/sh","args":["-c",%q]}}}`, script)
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--mcp-config", config)
	child := childPID(t, s)
	grandchild, err := strconv.Atoi(awaitLine(t, started))
	if err != nil {
		t.Fatal(err)
	}

	s.stop(t, syscall.SIGKILL)

	for name, pid := range map[string]int{"child": child, "grandchild": grandchild} {
		await(t, name+" to end", func() bool { return !alive(pid) })
	}
}

// Each signal ends the service and its children in order. Only calls that were cut
// off make it fail.
func TestSignals(t *testing.T) {
	for signal, code := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGINT: 130, syscall.SIGHUP: 129} {
		t.Run(signal.String(), func(t *testing.T) {
			s := start(t)
			child := childPID(t, s)
			s.stop(t, signal)
			if code := s.Process.ProcessState.ExitCode(); code != 0 {
				t.Errorf("exit code %d, want 0", code)
			}
			if alive(child) {
				t.Errorf("child %d is alive after the end of the service, want it ended", child)
			}
		})
		t.Run(signal.String()+" with a hanging call", func(t *testing.T) {
			t.Setenv("CODEREFD_SHUTDOWN_GRACE", "1ms")
			s, m := startHanging(t)
			child := int(s.server(t, "hangs").GetInstances()[0].GetPid())
			ended := make(chan error, 1)
			go func() { ended <- s.callTool("hang", "hangs", `{}`)(t.Context()) }()
			awaitLine(t, m.called)
			s.stop(t, signal)
			if got := s.Process.ProcessState.ExitCode(); got != code {
				t.Errorf("exit code %d, want %d", got, code)
			}
			if err := <-ended; err == nil {
				t.Error("call in flight when coderefd exits: got no error, want one")
			}
			if alive(child) {
				t.Errorf("child %d is alive after the end of the service, want it ended", child)
			}
		})
	}
}

// After a signal, a call in flight may still end. A second SIGHUP, which a closing terminal
// may send, does not cut it off.
func TestSecondHangUp(t *testing.T) {
	s, m := startHanging(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	ended := make(chan error, 1)
	go func() { ended <- s.callTool("hang", "hangs", `{}`)(ctx) }()
	awaitLine(t, m.called)
	for range 2 {
		if err := s.Process.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	s.Log.await(t, "shutting down")
	leave() // the call ends because its caller says so
	if err := <-ended; status.Code(err) != codes.Canceled {
		t.Errorf("got error %v from the call, want CANCELLED", err)
	}
	select {
	case <-s.exited:
	case <-time.After(patience):
		t.Fatalf("coderefd did not exit within %v", patience)
	}
	if code := s.Process.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

// alive reports whether the process exists and is not a zombie.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// await polls for a condition in another process that does not signal it: the end of a process that is not a child
// of the test, or a value in the status of a server.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	limit := time.After(patience)
	for !done() {
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("timeout after %v while waiting for %s", patience, what)
		}
	}
}
