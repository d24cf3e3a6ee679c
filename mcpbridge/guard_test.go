package mcpbridge_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

// service is the body of a process that has a bridge and is killed. It writes to stdout when
// its server is ready.
func service(exe, pids string) {
	second := time.Second
	b, err := mcpbridge.Open(context.Background(), mcpbridge.Config{
		Guard: []string{exe, "guard"},
		Servers: []mcpbridge.ServerConfig{{
			Name: "a", Command: exe, Args: []string{faultchild.Arg, "grandchild+stubborn", pids},
			Sharing: mcpbridge.SharingShared, Processes: 1, MaxInFlight: 1, IdleTimeout: second,
			StartTimeout: 10 * second, ProbeTimeout: second, StopGrace: second,
			Backoff: mcpbridge.Backoff{
				Initial: second, Max: second, Multiplier: 1, Budget: 1,
				Window: second, ParkedRetry: second, ResetAfter: second,
			},
			PingInterval: second, PingFailures: 1, WriteStall: second, MaxLineBytes: 1 << 20, MaxDepth: 16,
		}},
	})
	if err != nil {
		fmt.Fprintln(os.Stdout, err)
		return
	}
	_, err = b.Tool(context.Background(), "a", "echo")
	fmt.Fprintln(os.Stdout, "up", err)
	select {}
}

// TestGuard: after SIGKILL of the service, no process of its children's groups is left, not
// even one that the kernel's parent-death signal does not reach.
func TestGuard(t *testing.T) {
	t.Parallel()
	pids := tempFile(t)
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	exe := self(t)
	p, err := os.StartProcess(exe, []string{exe, "service", exe, pids}, &os.ProcAttr{
		Files: []*os.File{nil, in, os.Stderr}, Sys: &syscall.SysProcAttr{Setpgid: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "up <nil>\n" {
		t.Errorf(`the service printed %q, error %v, want "up <nil>"`, line, err)
	}
	ended := watchPIDs(t, pids)
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	if _, err := p.Wait(); err != nil {
		t.Error(err)
	}
	ended()
}
