package supervisor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// runProcess runs the test binary as a process of a test, and does not return, if args
// request it.
func runProcess(args []string) {
	if len(args) == 0 {
		return
	}
	switch args[0] {
	case "escape":
		syscall.Exit(escape())
	case "few-files":
		if err := fewFiles(); err != nil {
			fmt.Fprintln(os.Stdout, err)
			syscall.Exit(1)
		}
		syscall.Exit(0)
	}
}

// escape starts a process outside the group of this one, which keeps the pipes open, and
// prints its id.
func escape() int {
	cmd := exec.Command("sleep", "1000")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return 1
	}
	fmt.Fprintln(os.Stdout, cmd.Process.Pid)
	return 0
}

// openFiles returns the number of open files of this process.
func openFiles() int {
	entries, _ := os.ReadDir("/proc/self/fd")
	return len(entries)
}

// fewFiles starts children while too few files can be opened.
func fewFiles() error {
	s := newSpawner()
	defer s.close()
	sup := &Supervisor{spawner: s}
	spec := Spec{Command: "/bin/true", StopGrace: time.Minute}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	r, w, err := os.Pipe() // opens the files of the runtime's poller too
	if err != nil {
		return err
	}
	_ = errors.Join(r.Close(), w.Close())
	before := openFiles()
	pipes, started := 0, false
	for free := 0; !started && free < 32; free++ {
		few := limit
		few.Cur = uint64(before - 1 + free) // 1 less: the count also contains the descriptor of /proc/self/fd itself
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &few); err != nil {
			return err
		}
		c, err := sup.Start(context.Background(), spec)
		if setErr := unix.Setrlimit(unix.RLIMIT_NOFILE, &limit); setErr != nil {
			return setErr
		}
		switch {
		case err == nil:
			started = true
			c.discard()
		case !errors.Is(err, syscall.EMFILE):
			return fmt.Errorf("%d free files: got error %w, want %w", free, err, syscall.EMFILE)
		case strings.HasPrefix(err.Error(), "make pipes: "):
			pipes++
		}
		if after := openFiles(); after != before {
			return fmt.Errorf("%d free files: got %d open files after the start, want %d", free, after, before)
		}
	}
	if pipes < 5 || !started { // three pipes need six files
		return fmt.Errorf("got %d starts without pipes, then started %t, want at least 5, true", pipes, started)
	}
	return nil
}

// TestPipesCannotBeMade: a start that finds too few free files closes those it opened.
func TestPipesCannotBeMade(t *testing.T) {
	t.Parallel()
	if openFiles() == 0 {
		t.Skip("open files are counted in /proc")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(exe, "few-files").CombinedOutput(); err != nil {
		t.Errorf("few-files: got error %v, want none: %s", err, out)
	}
}

// TestEscapedDescendant: a process that left the group of the child holds its pipes open. The
// end of the child is not delayed by it.
func TestEscapedDescendant(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := newSupervisor(t, nil).Start(t.Context(), Spec{
		Command: exe, Args: []string{"escape"}, Env: os.Environ(), StopGrace: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	stdout := bufio.NewReader(c.Stdout())
	line, err := stdout.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	c.Ended()
	if rest, err := io.ReadAll(stdout); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("got %q, error %v, want %v", rest, err, os.ErrDeadlineExceeded)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("kill the escaped process: got error %v, want it to run", err)
	}
	c.discard()
}

// TestCommandLine: the child gets the command as it was configured, the whole environment and
// the working folder.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSupervisor(t, nil)
	for _, tt := range []struct {
		name string
		spec Spec
		want string
	}{
		{"command from PATH", Spec{Command: "sh", Args: []string{"-c", "echo $0"}, Env: []string{"PATH=/bin"}}, "sh\n"},
		{"arguments", Spec{Command: "/bin/sh", Args: []string{"-c", "echo $0.$1", "x", " y  z"}}, "x. y z\n"},
		{"no environment", Spec{Command: "/usr/bin/env"}, ""},
		{"environment", Spec{Command: "/usr/bin/env", Env: []string{"A=1", "B=x y"}}, "A=1\nB=x y\n"},
		{"last value of a name", Spec{Command: "/usr/bin/env", Env: []string{"A=1", "A=2"}}, "A=2\n"},
		{"folder", Spec{Command: "/bin/pwd", Dir: folder}, folder + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := s.Start(t.Context(), tt.spec)
			if err != nil {
				t.Fatal(err)
			}
			out, err := io.ReadAll(c.Stdout())
			if string(out) != tt.want || err != nil {
				t.Errorf("got %q, error %v, want %q", out, err, tt.want)
			}
			if err := c.ExitError(); err != nil {
				t.Errorf("got exit error %v, want none", err)
			}
			c.discard()
		})
	}
}

// TestCPUTime: the processor time of a child is known while its process runs, whatever the
// name of the process, and unknown afterwards.
func TestCPUTime(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("processor time is read from /proc")
	}
	named := filepath.Join(t.TempDir(), "a) R 1 (")
	if err := os.Symlink("/bin/sh", named); err != nil {
		t.Fatal(err)
	}
	c, err := newSupervisor(t, nil).Start(t.Context(), Spec{
		Command: named, Args: []string{"-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo; read x"},
		StopGrace: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(c.Stdout()).ReadString('\n'); err != nil {
		t.Error(err)
	}
	if used, ok := c.CPUTime(); !ok || used <= 0 || used > 10*time.Minute {
		t.Errorf("got processor time %v, known %t, want some", used, ok)
	}
	c.Stop(t.Context())
	if used, ok := c.CPUTime(); ok {
		t.Errorf("got processor time %v after the end, want none", used)
	}
	c.discard()
}

// TestConcurrentStops: all calls of Stop return after the end of the child, which ends once.
func TestConcurrentStops(t *testing.T) {
	t.Parallel()
	c := shell(t, newSupervisor(t, nil), "trap 'exit 7' TERM; echo; sleep 60 & wait")
	if _, err := bufio.NewReader(c.Stdout()).ReadString('\n'); err != nil {
		t.Error(err)
	}
	c.grace = 100 * time.Millisecond
	var stops sync.WaitGroup
	for range 8 {
		stops.Go(func() {
			c.Stop(context.Background())
			select {
			case <-c.Done():
			default:
				t.Error("Stop returned before the end of the child, want it after")
			}
		})
	}
	stops.Wait()
	if err := c.ExitError(); err == nil || err.Error() != "exit status 7" {
		t.Errorf("got exit error %v, want exit status 7", err)
	}
}

// secondDone is a context that ends at the second call of Done.
type secondDone struct {
	context.Context
	calls atomic.Int32
}

func (c *secondDone) Done() <-chan struct{} {
	if c.calls.Add(1) < 2 {
		return nil
	}
	ended := make(chan struct{})
	close(ended)
	return ended
}

func (c *secondDone) Err() error { return context.Canceled }

// TestStartIsAbandoned: a child that starts after its caller gave up is killed, and Close
// waits for its end.
func TestStartIsAbandoned(t *testing.T) {
	t.Parallel()
	s := newSupervisor(t, nil)
	file := filepath.Join(t.TempDir(), "pid")
	script := "echo $$ > " + file + "; exec sleep 1000"
	spec := Spec{Command: "/bin/sh", Args: []string{"-c", script}, StopGrace: time.Minute}
	for {
		c, err := s.Start(&secondDone{Context: t.Context()}, spec)
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got error %v, want %v", err, context.Canceled)
			}
			break
		}
		c.discard() // the child started before the end of the context was noticed: try again
		_ = os.Remove(file)
	}
	s.Close()
	text, _ := os.ReadFile(file)
	if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
		if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d: got error %v, want %v", pid, err, syscall.ESRCH)
		}
	}
}

// TestStartWaitsForTheThread: while another start is in progress, the end of the context or
// of the Supervisor ends the wait.
func TestStartWaitsForTheThread(t *testing.T) {
	t.Parallel()
	s := &Supervisor{spawner: newSpawner()}
	release := make(chan struct{})
	if err := s.spawner.do(t.Context(), func() { <-release }); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("no longer needed")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, err := s.Start(ctx, Spec{Command: "/bin/true"}); !errors.Is(err, cause) {
		t.Errorf("got error %v, want %v", err, cause)
	}
	failed := make(chan error, 1)
	go func() {
		_, err := s.Start(t.Context(), Spec{Command: "/bin/true"})
		failed <- err
	}()
	closed := make(chan struct{})
	go func() {
		s.Close()
		close(closed)
	}()
	if err := <-failed; !errors.Is(err, ErrClosed) {
		t.Errorf("got error %v, want %v", err, ErrClosed)
	}
	close(release)
	<-closed
	if _, err := s.Start(t.Context(), Spec{Command: "/bin/true"}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: got error %v, want %v", err, ErrClosed)
	}
	s.Close()
}
