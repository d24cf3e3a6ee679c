package stdio

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

// instance is a child process and the connection over its pipes. Call, Notify, Mute,
// Failed and Err are the connection's.
type instance struct {
	*jsonrpc.Conn
	child *supervisor.Child
}

var _ transport.Instance = (*instance)(nil)

// Accepting implements [transport.Lifecycle].
func (i *instance) Accepting() bool {
	select {
	case <-i.Failed():
		return false
	case <-i.WriteEnded():
		return false
	default:
		return true
	}
}

// Stop implements [transport.Lifecycle]. A child that does not react is killed; any
// other child gets the stop sequence of [supervisor.Child.Stop].
func (i *instance) Stop(ctx context.Context, cause error) (exit error) {
	i.Close(cause)
	if unresponsive(cause) {
		i.child.Kill()
	}
	i.child.Stop(ctx)
	i.child.Ended()
	i.Ended()
	return i.exit(cause)
}

// exit describes the end of the instance after it was stopped with cause.
func (i *instance) exit(cause error) error {
	if unresponsive(cause) {
		return cause
	}
	// After a failed handshake, the cause does not say whether the child stalled.
	if err := i.Err(); unresponsive(err) {
		return err
	}
	if err := i.child.ExitError(); err != nil {
		return fmt.Errorf("the process ended: %w", err)
	}
	return errors.New("the process ended with status 0")
}

func unresponsive(cause error) bool {
	return errors.Is(cause, transport.ErrHung) || errors.Is(cause, framing.ErrStalled)
}

// PID implements [transport.Activity].
func (i *instance) PID() int { return i.child.PID() }

// Signs implements [transport.Activity].
func (i *instance) Signs() transport.Signs {
	received := i.LastRead()
	signs := transport.Signs{LastReceived: received, LastActivity: received}
	if t := i.child.LastStderr(); t.After(received) {
		signs.LastActivity = t
	}
	return signs
}

// CPUTime implements [transport.Activity].
func (i *instance) CPUTime() (time.Duration, bool) { return i.child.CPUTime() }

// OutputTail implements [transport.Activity].
func (i *instance) OutputTail() []outputlog.Entry { return i.child.OutputTail() }
