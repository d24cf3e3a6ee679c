package jsonrpc

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// brokenPipeGrace is how long Conn still waits for responses after the peer closed its
// input, because a peer that is ending may have sent some.
const brokenPipeGrace = 500 * time.Millisecond

// Counters count events of a connection. Several connections may share them.
type Counters struct {
	NoiseLines, OversizedMessages, StrayResponses, LateResponses atomic.Uint64
	Cancellations, DroppedProgress                               atomic.Uint64
	RefusedRequests, UnknownNotifications, DroppedResponses      atomic.Uint64
}

// Config configures a Conn.
type Config struct {
	// Stdin and Stdout are the peer's. The Conn closes both.
	Stdin  framing.Pipe
	Stdout io.ReadCloser
	// MaxLineBytes and MaxDepth bound an incoming message, MaxQueue the messages that
	// wait to be written, Stall the time for which the peer may read nothing.
	MaxLineBytes, MaxDepth, MaxQueue int
	Stall                            time.Duration
	Counters                         *Counters
	// OnNoise, if set, gets input that is not a message, and error responses without an
	// id. It must not block or keep the slice.
	OnNoise func(line []byte)
	// OnNotification, if set, gets the notifications that belong to no call and reports
	// whether it knows the method. It must not block.
	OnNotification func(method string, params []byte) bool
}

// Conn is one JSON-RPC connection. It is safe for concurrent use.
type Conn struct {
	cfg      Config
	writer   *framing.Writer
	mute     atomic.Bool
	lastRead atomic.Int64
	open     atomic.Int64 // calls in the pending table

	failed chan struct{} // closed by fail
	ended  chan struct{} // closed when the reader has returned

	mu      sync.Mutex
	err     error // set by fail
	nextID  int64
	pending map[int64]*call
	late    lateIDs
	broken  *time.Timer
}

// NewConn starts a connection's reader and writer.
func NewConn(cfg Config) *Conn {
	c := &Conn{
		cfg: cfg, failed: make(chan struct{}), ended: make(chan struct{}),
		pending: make(map[int64]*call),
	}
	c.lastRead.Store(time.Now().UnixNano())
	c.writer = framing.NewWriter(cfg.Stdin, framing.WriterConfig{
		MaxQueue: cfg.MaxQueue, Stall: cfg.Stall,
		Busy:  func() bool { return c.open.Load() > 1 },
		OnEnd: c.writerEnded,
	})
	go c.read()
	return c
}

// Mute stops responses to the peer's requests. MCP from 2026-07-28 on: "the client MUST
// NOT write JSON-RPC responses".
func (c *Conn) Mute() { c.mute.Store(true) }

// LastRead is when the peer last sent anything.
func (c *Conn) LastRead() time.Time { return time.Unix(0, c.lastRead.Load()) }

// Failed is closed when the connection can carry no more calls; Err then returns the
// cause.
func (c *Conn) Failed() <-chan struct{} { return c.failed }

// WriteEnded is closed when nothing more can be written. That may be before Failed:
// responses to earlier requests may still arrive.
func (c *Conn) WriteEnded() <-chan struct{} { return c.writer.Ended() }

// Err is the cause that ended the connection, nil while it is open.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close fails the open calls with err and closes the peer's input. The peer's output is
// still read, and discarded, until the peer closes it, because a peer that blocks on a
// write cannot end. Close does not wait; see Ended.
func (c *Conn) Close(err error) { c.fail(err) }

// Ended waits until the goroutines of the connection have returned, which requires the
// end of the peer's output.
func (c *Conn) Ended() {
	<-c.ended
	<-c.writer.Ended()
}

// fail ends the connection once.
func (c *Conn) fail(err error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = err
	calls := c.pending
	c.pending = nil
	if c.broken != nil {
		c.broken.Stop()
	}
	c.mu.Unlock()
	c.writer.Close()
	for _, call := range calls {
		c.open.Add(-1)
		call.msg.Drop()
		call.settle(reply{err: &LostError{Err: err}})
	}
	close(c.failed)
}

// writerEnded fails the connection: at once if the peer stalls, after brokenPipeGrace if
// it closed its input.
func (c *Conn) writerEnded(err error) {
	if !errors.Is(err, syscall.EPIPE) {
		c.fail(err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.broken = time.AfterFunc(brokenPipeGrace, func() { c.fail(err) })
	}
}

// take removes a call from the pending table; nil if it is not in it.
func (c *Conn) take(id int64) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.takeLocked(id)
}

func (c *Conn) takeLocked(id int64) *call {
	call := c.pending[id]
	if call != nil {
		delete(c.pending, id)
		c.open.Add(-1)
	}
	return call
}
