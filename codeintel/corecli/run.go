package corecli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

const (
	maxOutputBytes = 64 << 20 // of standard output
	maxErrorBytes  = 64 << 10 // of standard error; what follows is read and dropped
	// stopGrace is how long a program may take to end when it is asked to.
	stopGrace = 2 * time.Second
	// drainDelay is how long the pipes of an ended program are still read: only
	// what has left its process group can hold them open.
	drainDelay = 500 * time.Millisecond
)

var (
	errTimeout = errors.New("took too long")
	errTooMuch = errors.New("printed too much")
)

// output is how a run ended and what it printed.
type output struct {
	stdout, stderr []byte
	exit           int // -1 if a signal ended it
}

// exec runs the program and waits for it, with its process group gone when it
// returns. A status other than 0 is no error.
func (c *CLI) exec(ctx context.Context, timeout time.Duration, dir string, args ...string) (*output, error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, errTimeout)
	defer cancel()
	cmd := exec.Command(c.argv[0], append(c.argv[1:len(c.argv):len(c.argv)], args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "FORCE_COLOR=0")
	out, err := run(ctx, cmd)
	switch {
	case errors.Is(err, errTimeout):
		return nil, failure(Timeout, "ask about a smaller part, or allow more time (-cli-timeout)", "the coderef CLI took longer than %s", timeout)
	case errors.Is(err, errTooMuch):
		return nil, failure(Failed, "ask about a smaller part", "the coderef CLI printed more than %d MiB", maxOutputBytes>>20)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil, err
	case err != nil:
		return nil, failure(NotFound, findHint, "the coderef CLI cannot be started: %s", startProblem(err))
	}
	return out, nil
}

// startProblem tells why a program did not start, without its path.
func startProblem(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return excerpt(err.Error(), "")
}

// run starts a command in a process group of its own and reads what it prints.
// When ctx ends or it prints too much, the group is asked to end (SIGTERM), then
// killed; what is left of the group when its leader has ended is killed at once.
// The error is errTimeout, errTooMuch, that of ctx, or why it could not be started.
func run(ctx context.Context, cmd *exec.Cmd) (*output, error) {
	// The kernel ends the program with the thread that started it, so that a crash
	// of ours leaves nothing behind: that thread has to stay until the program ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if ctx.Err() != nil {
		return nil, whyStopped(ctx)
	}
	stdout, err := newDrain(maxOutputBytes, func() { stop(errTooMuch) })
	if err != nil {
		return nil, err
	}
	stderr, err := newDrain(maxErrorBytes, nil)
	if err != nil {
		stdout.abandon()
		return nil, err
	}
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = stdout.w, stderr.w, groupAttr()
	if err := cmd.Start(); err != nil {
		stdout.abandon()
		stderr.abandon()
		return nil, err
	}
	stdout.start()
	stderr.start()
	stopped := make(chan struct{})
	exited := make(chan struct{})
	go func() {
		defer close(stopped)
		endGroup(ctx, cmd, exited)
	}()
	waitErr := await(cmd, func() { close(exited); <-stopped })
	out := &output{stdout: stdout.end(), stderr: stderr.end(), exit: cmd.ProcessState.ExitCode()}
	if ctx.Err() != nil {
		return nil, whyStopped(ctx)
	}
	var exit *exec.ExitError
	if waitErr != nil && !errors.As(waitErr, &exit) {
		return nil, waitErr
	}
	return out, nil
}

// whyStopped tells what ended ctx.
func whyStopped(ctx context.Context) error {
	for _, ours := range []error{errTimeout, errTooMuch} {
		if errors.Is(context.Cause(ctx), ours) {
			return ours
		}
	}
	return ctx.Err()
}

// endGroup ends the group when ctx does, unless the leader ends before.
func endGroup(ctx context.Context, cmd *exec.Cmd, exited <-chan struct{}) {
	select {
	case <-exited:
		return
	case <-ctx.Done():
	}
	terminateGroup(cmd.Process)
	grace := time.NewTimer(stopGrace)
	defer grace.Stop()
	select {
	case <-exited:
	case <-grace.C:
		killGroup(cmd.Process)
	}
}

// drain reads one stream of a program to its end and keeps its beginning.
type drain struct {
	r, w  *os.File
	bound int
	full  func() // called once the bound is passed; may be nil
	kept  bytes.Buffer
	done  chan struct{}
}

func newDrain(bound int, full func()) (*drain, error) {
	r, w, err := os.Pipe()
	return &drain{r: r, w: w, bound: bound, full: full, done: make(chan struct{})}, err
}

// abandon is for a program that did not start.
func (d *drain) abandon() { _ = errors.Join(d.r.Close(), d.w.Close()) }

func (d *drain) start() {
	_ = d.w.Close() // the program has its own
	go func() {
		defer close(d.done)
		_, _ = io.CopyN(&d.kept, d.r, int64(d.bound)) // a failure ends the reading, as the end does
		if n, _ := io.CopyN(io.Discard, d.r, 1); n > 0 && d.full != nil {
			d.full()
		}
		_, _ = io.Copy(io.Discard, d.r)
	}()
}

// end returns what was kept, after the program has ended.
func (d *drain) end() []byte {
	if d.r.SetReadDeadline(time.Now().Add(drainDelay)) != nil {
		_ = d.r.Close() // a system where pipes have no deadlines
	}
	<-d.done
	_ = d.r.Close()
	return d.kept.Bytes()
}
