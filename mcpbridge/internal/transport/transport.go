package transport

import (
	"context"
	"errors"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// ErrHung is the cause with which [Lifecycle.Stop] ends an instance that shows no
// liveness signal. Such an instance is stopped without grace.
var ErrHung = errors.New("the instance does not respond to pings and shows no other liveness signal")

// Transport starts instances of one upstream. It is safe for concurrent use.
type Transport interface {
	// Start starts an instance and connects to it; the MCP handshake is the caller's
	// task. It returns before ctx ends, and leaves nothing behind when it fails.
	//
	// onNotification gets the method of each notification that belongs to no call
	// and reports whether it knows the method. It is called by one goroutine at a
	// time and must not block.
	Start(ctx context.Context, onNotification func(method string) bool) (Instance, error)
	// Network is the value of the span attribute network.transport: pipe, tcp.
	Network() string
}

// Instance is a running instance of an upstream. Its methods may be called
// concurrently.
type Instance interface {
	session.Conn
	Lifecycle
	Activity
}

// Lifecycle is the end of an instance.
type Lifecycle interface {
	// Accepting reports whether another request can be sent. It may become false
	// before Failed is closed: responses to earlier requests may still arrive.
	Accepting() bool
	// Failed is closed when the connection can carry no more calls. Err then returns
	// the cause; before that it returns nil.
	Failed() <-chan struct{}
	Err() error
	// Stop fails the open calls with cause, ends the instance and waits until all its
	// resources are released. When ctx ends, Stop skips the remaining grace. It may
	// be called more than once.
	Stop(ctx context.Context, cause error)
	// ExitError describes why the instance ended, after Stop(ctx, cause).
	ExitError(cause error) error
}

// Activity reports the signs of life of an instance.
type Activity interface {
	// PID is the process id, 0 if the instance is not a local process.
	PID() int
	// LastReceived is when the last bytes of the protocol arrived; LastActivity also
	// considers diagnostic output such as stderr.
	LastReceived() time.Time
	LastActivity() time.Time
	// CPUTime is the processor time used so far; ok is false where it is unknown.
	CPUTime() (used time.Duration, ok bool)
	// OutputTail returns the last lines of diagnostic output, oldest first. They are
	// not masked.
	OutputTail() []outputlog.Entry
}
