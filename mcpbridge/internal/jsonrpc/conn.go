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

// brokenPipeGrace is how long answers are still awaited after the peer closed its
// input: a peer that is ending may have answers under way.
const brokenPipeGrace = 500 * time.Millisecond

// Counters count what a connection saw. Several connections may share them.
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
	// MaxLineBytes and MaxDepth bound an incoming message, MaxQueue the messages
	// that wait to be written, Stall how long the peer may read nothing.
	MaxLineBytes, MaxDepth, MaxQueue int
	Stall                            time.Duration
	Counters                         *Counters
	// OnNoise, if set, sees what was no message, and errors that answer no request
	// in particular. It must not block or keep the slice.
	OnNoise func(line []byte)
	// OnNotification, if set, sees the notifications that belong to no call and
	// reports whether it knows the method. It must not block.
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

// Mute stops answering the peer's requests. MCP from 2026-07-28 on: "the client
// MUST NOT write JSON-RPC responses".
func (c *Conn) Mute() { c.mute.Store(true) }

// LastRead is when the peer last wrote anything.
func (c *Conn) LastRead() time.Time { return time.Unix(0, c.lastRead.Load()) }

// Failed is closed when the connection cannot carry calls any more; Err then says
// why.
func (c *Conn) Failed() <-chan struct{} { return c.failed }

// WriteEnded is closed when nothing can be written any more, which may be before Failed:
// answers to what was written may still come.
func (c *Conn) WriteEnded() <-chan struct{} { return c.writer.Ended() }

// Err is what ended the connection, nil while it lives.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close fails the open calls with err and closes the peer's input. The peer's
// output is still read, and thrown away, until the peer closes it: a peer that
// blocks on writing could not end. Close does not wait; see Ended.
func (c *Conn) Close(err error) { c.fail(err) }

// Ended returns when the connection's goroutines have. It needs the peer's output
// to end.
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

// writerEnded fails the connection, at once if the peer stalls, after a grace if
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

// read is the reader goroutine.
func (c *Conn) read() {
	defer close(c.ended)
	defer c.cfg.Stdout.Close()
	lines := framing.NewReader(&stampReader{c}, c.cfg.MaxLineBytes)
	in := &intake{conn: c, scan: scanner{maxDepth: c.cfg.MaxDepth}}
	for {
		line, err := lines.Next()
		if err != nil {
			c.fail(err)
			return
		}
		in.line(line)
		in.scan.forget()
	}
}

// stampReader notes when the peer last wrote.
type stampReader struct{ c *Conn }

func (r *stampReader) Read(p []byte) (int, error) {
	n, err := r.c.cfg.Stdout.Read(p)
	if n > 0 {
		r.c.lastRead.Store(time.Now().UnixNano())
	}
	return n, err
}
