package supervisor

import (
	"context"
	"errors"
	"io"
	"syscall"
	"time"
)

// Stop ends the child and waits until it is reaped.
//
// The MCP specification defines the sequence for stdio servers: "First, closing the input
// stream to the child process (the server). Waiting for the server to exit, or
// sending SIGTERM if the server does not exit within a reasonable time. Sending
// SIGKILL if the server does not exit within a reasonable time after SIGTERM."
// Signals go to the whole group. When ctx ends, the next step is SIGKILL.
//
// Stop may be called more than once and concurrently.
func (c *Child) Stop(ctx context.Context) {
	defer c.Kill()
	_ = c.stdin.Close()
	if c.waitFor(ctx, c.grace) {
		return
	}
	if ctx.Err() == nil {
		c.signal(syscall.SIGTERM)
		if c.waitFor(ctx, c.grace) {
			return
		}
	}
	c.Kill()
	// Only a process that is stuck in the kernel survives SIGKILL. The wait for it is
	// bounded, and its reaper goroutine remains.
	c.waitFor(context.Background(), c.grace) //nolint:contextcheck // ctx may have ended already
}

// Kill sends SIGKILL to the child's group and returns at once.
func (c *Child) Kill() { c.signal(syscall.SIGKILL) }

// signal signals the group unless its leader has been reaped.
func (c *Child) signal(sig syscall.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		_ = syscall.Kill(-c.pid, sig)
	}
}

// waitFor reports whether the child was reaped before d passed or ctx ended.
func (c *Child) waitFor(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c.done:
		return true
	case <-t.C:
	case <-ctx.Done():
	}
	return false
}

// discard kills a child that will not be used, and releases its resources.
func (c *Child) discard() {
	c.Kill()
	_, _ = io.Copy(io.Discard, c.stdout)
	<-c.done
	_ = errors.Join(c.stdin.Close(), c.stdout.Close())
	<-c.stderr.ended
}
