package supervisor

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
)

// drainDelay bounds the reading of a pipe after its child ended. A descendant that left the
// child's group can hold the pipe open without limit.
const drainDelay = 500 * time.Millisecond

// Child is a started process and the leader of its own process group. Its
// methods are safe for concurrent use.
type Child struct {
	cmd    *exec.Cmd
	pid    int
	grace  time.Duration
	stdin  *os.File
	stdout *os.File
	stderr *stderrDrain

	done chan struct{} // closed when reaped
	err  error         // exit error, valid after done

	mu     sync.Mutex
	reaped bool // no more signals: the process id may be reused
}

// start runs on the spawner's thread.
func start(spec Spec, guard *guardProcess) (*Child, error) {
	path, err := lookPath(spec.Command, spec.Env)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, spec.Args...)
	cmd.Args[0] = spec.Command
	cmd.Dir = spec.Dir
	// A nil Env would inherit the environment of this process.
	cmd.Env = append([]string{}, spec.Env...)
	cmd.SysProcAttr = childAttr()
	c := &Child{cmd: cmd, grace: spec.StopGrace, done: make(chan struct{})}
	if err := c.spawn(spec, path); err != nil {
		return nil, err
	}
	guard.register(c.pid)
	go c.reap(guard)
	return c, nil
}

// spawn creates the pipes and starts the process. It does not use the pipes of os/exec, because
// Wait would close them.
func (c *Child) spawn(spec Spec, path string) error {
	var pipes pipeSet
	defer pipes.closeRemote()
	in, out, errs := pipes.open(), pipes.open(), pipes.open()
	if pipes.err != nil {
		return fmt.Errorf("make pipes: %w", pipes.err)
	}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = in.r, out.w, errs.w
	pipes.remote = []*os.File{in.r, out.w, errs.w}
	growPipe(in.w)
	growPipe(out.r)
	if err := c.cmd.Start(); err != nil {
		_ = errors.Join(in.w.Close(), out.r.Close(), errs.r.Close())
		return startError(spec, path, err)
	}
	c.pid = c.cmd.Process.Pid
	c.stdin, c.stdout = in.w, out.r
	c.stderr = drainStderr(errs.r, c.pid, spec.OnStderr)
	return nil
}

// reap waits for the end of the process, kills the rest of its group, and limits the further
// reading of its pipes.
func (c *Child) reap(guard *guardProcess) {
	c.err = c.wait(guard)
	deadline := time.Now().Add(drainDelay)
	_ = c.stdout.SetReadDeadline(deadline)
	_ = c.stderr.pipe.SetReadDeadline(deadline)
	close(c.done)
}

// wait waits for the end of the leader, kills the rest of the group, removes the group from the
// guard, and then reaps the leader. Until the leader is reaped, the group id cannot be reused.
// If the system cannot wait without reaping, the leader is reaped first.
func (c *Child) wait(guard *guardProcess) error {
	if !waitExited(c.pid) {
		err := c.cmd.Wait()
		c.killRest(guard)
		return err
	}
	c.killRest(guard)
	return c.cmd.Wait()
}

// killRest kills the rest of the group. After it, no signal is sent to the group.
func (c *Child) killRest(guard *guardProcess) {
	c.mu.Lock()
	c.reaped = true
	_ = syscall.Kill(-c.pid, syscall.SIGKILL)
	c.mu.Unlock()
	guard.deregister(c.pid)
}

// PID is the id of the process and of its group.
func (c *Child) PID() int { return c.pid }

// Stdin is the write end of the child's standard input. It supports write deadlines. Closing
// it is the first step of the stop sequence.
func (c *Child) Stdin() *os.File { return c.stdin }

// Stdout is the read end of the child's standard output. The caller reads it to its end,
// which comes at most drainDelay after the end of the child, and closes it.
func (c *Child) Stdout() *os.File { return c.stdout }

// Done is closed when the process has been reaped.
func (c *Child) Done() <-chan struct{} { return c.done }

// ExitError waits for Done and returns the exit error of the process, nil for status 0.
func (c *Child) ExitError() error {
	<-c.done
	return c.err
}

// Ended waits until the process is reaped and its stderr is drained.
func (c *Child) Ended() {
	<-c.done
	<-c.stderr.ended
}

// LastStderr returns the time of the last read of the child's stderr, or zero before the first.
func (c *Child) LastStderr() time.Time { return c.stderr.lastRead() }

// StderrLines counts the lines read so far.
func (c *Child) StderrLines() uint64 { return c.stderr.lines.Load() }

// Remember adds a line of stdout to the lines of [Child.OutputTail], cut like a line of stderr.
// It is for diagnostic output that a child writes to stdout.
func (c *Child) Remember(line []byte) { c.stderr.remember("stdout", line) }

// OutputTail returns the last lines of stderr and those of Remember, oldest first.
func (c *Child) OutputTail() []outputlog.Entry { return c.stderr.tail() }

// pipePair is one pipe.
type pipePair struct{ r, w *os.File }

// pipeSet opens several pipes and closes them all when one cannot be opened.
type pipeSet struct {
	err    error
	all    []pipePair
	remote []*os.File // the child's ends
}

func (p *pipeSet) open() pipePair {
	if p.err != nil {
		return pipePair{}
	}
	r, w, err := os.Pipe()
	if err != nil {
		p.err = err
		for _, pair := range p.all {
			_ = errors.Join(pair.r.Close(), pair.w.Close())
		}
		return pipePair{}
	}
	p.all = append(p.all, pipePair{r, w})
	return pipePair{r, w}
}

// closeRemote closes this process's copies of the child's ends.
func (p *pipeSet) closeRemote() {
	for _, f := range p.remote {
		_ = f.Close()
	}
}
