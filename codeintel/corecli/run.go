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
	maxErrorBytes  = 64 << 10 // of standard error; the rest is discarded
	// stopGrace is the time between SIGTERM and SIGKILL.
	stopGrace = 2 * time.Second
	// drainDelay is the time for which the pipes are read after the process group has ended.
	// Only a process that left the group can keep them open.
	drainDelay = 500 * time.Millisecond
)

var (
	errTimeout = errors.New("time limit exceeded")
	errTooMuch = errors.New("output limit exceeded")
)

// output is the output and the exit status of a run.
type output struct {
	stdout, stderr []byte
	exit           int // -1 if a signal ended the program
}

// exec runs the program and waits until its process group has ended. An exit status other
// than 0 is not an error. The error is an [Error], or the error of ctx.
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
		return nil, failure(Timeout, "request a smaller part of the project, or increase -cli-timeout",
			"the coderef CLI exceeded the time limit of %s", timeout)
	case errors.Is(err, errTooMuch):
		return nil, failure(Failed, "request a smaller part of the project",
			"the coderef CLI printed more than %d MiB", maxOutputBytes>>20)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil, err
	case err != nil:
		return nil, failure(NotFound, findHint, "the coderef CLI cannot be started: %s", startFailure(err))
	}
	return out, nil
}

// startFailure returns the reason why a program did not start, without its path.
func startFailure(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return excerpt(err.Error(), "")
}

// run runs a command in a separate process group and reads its output. When ctx is done or
// the output is too long, run sends SIGTERM to the group, and SIGKILL after stopGrace. When
// the leader of the group exits, run kills the rest of the group. The error is errTimeout,
// errTooMuch, the error of ctx, or the failure to start the command.
func run(ctx context.Context, cmd *exec.Cmd) (*output, error) {
	// On Linux, the kernel kills the program when the thread that started it ends (see
	// groupAttr), so that no program survives a crash of this process. Therefore the thread
	// must not end before the program.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	if ctx.Err() != nil {
		return nil, stopCause(ctx)
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
		return nil, stopCause(ctx)
	}
	var exit *exec.ExitError
	if waitErr != nil && !errors.As(waitErr, &exit) {
		return nil, waitErr
	}
	return out, nil
}

// stopCause returns errTimeout or errTooMuch if it ended ctx, else the error of ctx.
func stopCause(ctx context.Context) error {
	for _, limit := range []error{errTimeout, errTooMuch} {
		if errors.Is(context.Cause(ctx), limit) {
			return limit
		}
	}
	return ctx.Err()
}

// endGroup ends the process group when ctx is done. It returns when the leader has exited,
// or after it has sent SIGKILL.
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

// drain reads one stream of a program to its end and keeps the first bound bytes.
type drain struct {
	r, w  *os.File
	bound int
	full  func() // called when the stream is longer than bound; may be nil
	kept  bytes.Buffer
	done  chan struct{}
}

func newDrain(bound int, full func()) (*drain, error) {
	r, w, err := os.Pipe()
	return &drain{r: r, w: w, bound: bound, full: full, done: make(chan struct{})}, err
}

// abandon closes the pipe of a program that did not start.
func (d *drain) abandon() { _ = errors.Join(d.r.Close(), d.w.Close()) }

// start starts to read. Call it after the program has started.
func (d *drain) start() {
	_ = d.w.Close() // the program has a duplicate
	go func() {
		defer close(d.done)
		_, _ = io.CopyN(&d.kept, d.r, int64(d.bound)) // an error is treated as the end of the stream
		if n, _ := io.CopyN(io.Discard, d.r, 1); n > 0 && d.full != nil {
			d.full()
		}
		_, _ = io.Copy(io.Discard, d.r)
	}()
}

// end returns the bytes that were kept. Call it after the program has ended.
func (d *drain) end() []byte {
	if d.r.SetReadDeadline(time.Now().Add(drainDelay)) != nil {
		_ = d.r.Close() // the system has no deadlines for pipes
	}
	<-d.done
	_ = d.r.Close()
	return d.kept.Bytes()
}
