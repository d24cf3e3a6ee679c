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
	// task. It returns at the latest when ctx ends. If it fails, it leaves nothing
	// behind.
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

// Lifecycle reports and causes the end of an instance. Its methods may be called
// concurrently, also after the end.
type Lifecycle interface {
	// Accepting reports whether another request can be sent. It may become false
	// before Failed is closed: responses to earlier requests may still arrive.
	Accepting() bool
	// Failed returns a channel that is closed when the connection can carry no more
	// calls, because it failed or because of Stop. Each Call that waits for a response
	// is unblocked before that, with a [*jsonrpc.LostError]; later calls fail at once.
	Failed() <-chan struct{}
	// Err returns the cause once Failed is closed, and nil while calls are possible.
	Err() error
	// Stop ends the instance, waits until all its resources are released, and returns
	// why the instance ended, never nil. It unblocks each Call that waits for a
	// response, and the receivers of Failed, with cause unless the connection failed
	// before. When ctx ends, Stop skips the remaining grace, but still waits.
	//
	// Stop may be called more than once; each call waits. It must not be called by
	// onNotification, because it waits for that goroutine.
	Stop(ctx context.Context, cause error) (exit error)
}

// Activity reports the signs of life of an instance. Its methods may be called
// concurrently, also after the end, and do not wait for the instance.
type Activity interface {
	// PID is the process id, 0 if the instance is not a local process.
	PID() int
	// Signs returns the signs of life up to now.
	Signs() Signs
	// CPUTime is the processor time used so far; ok is false where it is unknown. It asks
	// the operating system.
	CPUTime() (used time.Duration, ok bool)
	// OutputTail returns the last lines of diagnostic output, oldest first. They are
	// not masked.
	OutputTail() []outputlog.Entry
}

// Signs are the signs of life of an instance up to one moment.
type Signs struct {
	// LastReceived is when the last bytes of the protocol arrived or, before the first
	// ones, when the instance was connected. LastActivity also considers diagnostic
	// output such as stderr.
	LastReceived, LastActivity time.Time
}
