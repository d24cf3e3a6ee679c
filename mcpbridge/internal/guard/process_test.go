package guard

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets the test binary run as the guard.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		fmt.Fprintln(os.Stdout, "ready") // the parent waits until it may send signals
		if err := Run(os.Stdin); err != nil {
			fmt.Fprintln(os.Stdout, err)
			syscall.Exit(1)
		}
		syscall.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// process is a guard that runs.
type process struct {
	*exec.Cmd
	stdin  io.WriteCloser
	stdout *bufio.Reader
}

func startGuard(t *testing.T) *process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(exe, "guard")}
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if p.stdin, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.stdout = bufio.NewReader(out)
	if line, err := p.stdout.ReadString('\n'); line != "ready\n" {
		t.Fatalf("got %q, error %v, want ready", line, err)
	}
	return p
}

// end closes the input of the guard, as the end of the service would, and waits until the
// guard has exited.
func (p *process) end(t *testing.T) {
	t.Helper()
	_ = p.stdin.Close()
	rest, _ := io.ReadAll(p.stdout)
	if err := p.Wait(); err != nil {
		t.Errorf("the guard ended with %v, want no error: %s", err, rest)
	}
}

// child starts a shell in a group of its own that reads its input to the end and then ends its
// descendant, which shares its output.
func child(t *testing.T) (c *exec.Cmd, stdin io.Closer, stdout io.Reader) {
	t.Helper()
	c = exec.Command("/bin/sh", "-c", "sleep 1000 & echo; cat; kill $!; exit 0")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return c, in, out
}

// TestGuardKillsGroups: at the end of its input, the guard kills the registered groups with
// their descendants, and no other process.
//
// The test registers no group id below 2, because a defect would then kill every process of
// the user. TestRun and FuzzApply cover these ids without sending signals.
func TestGuardKillsGroups(t *testing.T) {
	t.Parallel()
	g := startGuard(t)
	registered, _, output := child(t)
	removed, stdin, _ := child(t)
	other, otherStdin, _ := child(t)
	for _, line := range [][]byte{
		Register(registered.Process.Pid), Register(removed.Process.Pid), Deregister(removed.Process.Pid),
		[]byte("+\n\nx\n+99999999999999999999\n"),
	} {
		if _, err := g.stdin.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	g.end(t)
	if rest, err := io.ReadAll(output); len(rest) > 0 || err != nil { // ends with the descendant
		t.Errorf("registered group: got output %q, error %v, want none", rest, err)
	}
	if err := registered.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("registered group: got %v, want signal: killed", err)
	}
	_ = stdin.Close()
	if err := removed.Wait(); err != nil {
		t.Errorf("removed group: got %v, want none", err)
	}
	_ = otherStdin.Close()
	if err := other.Wait(); err != nil {
		t.Errorf("other group: got %v, want none", err)
	}
}

// TestGuardIgnoresSignals: signals that a terminal or a service manager sends to all processes
// do not end the guard before the service.
func TestGuardIgnoresSignals(t *testing.T) {
	t.Parallel()
	g := startGuard(t)
	registered, _, output := child(t)
	if _, err := g.stdin.Write(Register(registered.Process.Pid)); err != nil {
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if err := g.Process.Signal(sig); err != nil {
			t.Errorf("send %v to the guard: got error %v, want none", sig, err)
		}
	}
	g.end(t)
	if rest, err := io.ReadAll(output); len(rest) > 0 || err != nil { // ends with the descendant
		t.Errorf("registered group: got output %q, error %v, want none", rest, err)
	}
	if err := registered.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("registered group: got %v, want signal: killed", err)
	}
}

// FuzzApply: a line registers or removes the one group that it names, or changes nothing.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{
		"+10", "-10", "-7", "+1", "-1", "+0", "+-7", "", "+", "x7", "++7", "+7 ", "+07", "+\x007", "+2147483648",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		groups := map[int]struct{}{7: {}}
		apply(groups, line)
		got := slices.Sorted(maps.Keys(groups))
		for _, pgid := range got {
			if pgid <= 1 {
				t.Errorf("%q: got groups %v, want no group below 2, such as %d", line, got, pgid)
			}
		}
		switch {
		case slices.Equal(got, []int{7}):
		case len(got) == 0 && strings.HasPrefix(line, "-"):
		case len(got) == 2 && strings.HasPrefix(line, "+"):
			added := got[0] + got[1] - 7
			if digits := strings.TrimLeft(line[1:], "+0"); digits != strconv.Itoa(added) {
				t.Errorf("%q: got group %d, want %s", line, added, digits)
			}
		default:
			t.Errorf("%q: got groups %v, want 7, after a + also another, or none after a -", line, got)
		}
	})
}
