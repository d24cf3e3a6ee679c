// Package stdio carries MCP over a pair of streams. It exists because a stdio
// server must answer everything it was asked before it leaves, and must survive
// a line that is no message; the SDK's own transport does neither.
package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxLineBytes bounds one message, as the gateway does.
	maxLineBytes = 64 << 20
	// drainTimeout caps how long the end of input is held back while requests
	// are open: long enough for a big project, short enough not to linger.
	drainTimeout = 30 * time.Second
)

// Transport is newline-delimited JSON-RPC over a pair of streams. It differs
// from the SDK's own in what happens at the edges:
//
//   - the end of input is reported only when every open request is answered
//     (the SDK refuses to write once reading has ended, and drops the answers);
//   - a line that is no message is answered with a JSON-RPC error and skipped
//     (the SDK ends the session).
//
// In must return from Read when it is closed or at its end; it is not closed
// by the transport, because closing a terminal or pipe does not reliably
// unblock a read.
type Transport struct {
	In      io.Reader
	Out     io.Writer
	Results *Results // what results may hold tickets of; nil for none
}

// Connect implements [mcp.Transport]. It may be called once.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	c := &conn{
		out: t.Out, results: t.Results, open: map[jsonrpc.ID]bool{},
		lines: make(chan line), closed: make(chan struct{}),
	}
	c.answered = sync.NewCond(&c.mu)
	go c.readLines(t.In)
	return c, nil
}

type conn struct {
	lines   chan line
	pending []jsonrpc.Message // rest of a batch; used by Read only

	writeMu sync.Mutex
	out     io.Writer
	results *Results

	mu       sync.Mutex
	open     map[jsonrpc.ID]bool // requests read and not yet answered; true: the end waits for it
	answered *sync.Cond          // signalled when open shrinks or the conn closes

	closeOnce sync.Once
	closed    chan struct{}
}

// Read implements [mcp.Connection].
func (c *conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if len(c.pending) > 0 {
			msg := c.pending[0]
			c.pending = c.pending[1:]
			if c.admit(msg) {
				return msg, nil
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case l := <-c.lines:
			switch {
			case errors.Is(l.err, errLineTooLong):
				c.refuse(nil, jsonrpc.CodeParseError, fmt.Sprintf("message longer than %d bytes", maxLineBytes))
			case l.err != nil:
				c.drain(ctx)
				return nil, l.err
			default:
				msgs, bad := decode(l.text)
				c.pending = msgs
				for _, b := range bad {
					c.refuse(b.id, b.code, b.message)
				}
			}
		}
	}
}

// admit tracks what a message opens or closes. It reports false for a message
// that must not reach the session.
func (c *conn) admit(msg jsonrpc.Message) bool {
	req, ok := msg.(*jsonrpc.Request)
	if !ok || !req.ID.IsValid() {
		return true
	}
	c.mu.Lock()
	_, duplicate := c.open[req.ID]
	// A subscription lasts until one side leaves: waiting for its answer would
	// keep the process from leaving.
	c.open[req.ID] = req.Method != "subscriptions/listen"
	c.mu.Unlock()
	if duplicate {
		id, err := json.Marshal(req.ID.Raw())
		if err != nil {
			id = nil
		}
		c.refuse(id, jsonrpc.CodeInvalidRequest, "a request with this id is still open")
	}
	return !duplicate
}

// drain waits until every open request is answered, up to drainTimeout.
func (c *conn) drain(ctx context.Context) {
	timer := time.AfterFunc(drainTimeout, func() { _ = c.Close() })
	defer timer.Stop()
	stop := context.AfterFunc(ctx, c.wake)
	defer stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.owesAnswers() && ctx.Err() == nil && !c.isClosed() {
		c.answered.Wait()
	}
}

// owesAnswers says whether a request waits for an answer. The caller holds mu.
func (c *conn) owesAnswers() bool {
	for _, owed := range c.open {
		if owed {
			return true
		}
	}
	return false
}

func (c *conn) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// Write implements [mcp.Connection].
func (c *conn) Write(_ context.Context, msg jsonrpc.Message) error {
	line, err := c.encode(msg)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	err = c.writeLine(line...)
	if resp, ok := msg.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, resp.ID)
		c.answered.Broadcast()
		c.mu.Unlock()
	}
	return err
}

// encode returns a message in parts. A result is encoded already, on one line.
func (c *conn) encode(msg jsonrpc.Message) ([][]byte, error) {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok || resp.Error != nil || len(resp.Result) == 0 || !resp.ID.IsValid() {
		data, err := jsonrpc.EncodeMessage(msg)
		return [][]byte{data}, err
	}
	id, err := json.Marshal(resp.ID.Raw())
	if err != nil {
		return nil, err
	}
	begin := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":`, id)
	return slices.Concat([][]byte{begin}, c.results.take(resp.Result), [][]byte{[]byte("}")}), nil
}

func (c *conn) writeLine(parts ...[]byte) error {
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	for _, part := range append(parts, []byte("\n")) {
		if _, err := c.out.Write(part); err != nil {
			return fmt.Errorf("write message: %w", err)
		}
	}
	return nil
}

// Close implements [mcp.Connection].
func (c *conn) Close() error {
	c.closeOnce.Do(func() {
		close(c.closed)
		c.wake()
	})
	return nil
}

// wake makes drain look again. The lock is what keeps a drain that is about to
// wait from missing it.
func (c *conn) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered.Broadcast()
}

// SessionID implements [mcp.Connection]; a stdio session has no id.
func (c *conn) SessionID() string { return "" }

// refuse answers something that never became a request.
func (c *conn) refuse(id json.RawMessage, code int, message string) {
	if id == nil {
		id = json.RawMessage("null")
	}
	data, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}{"2.0", id, struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{code, message}})
	if err == nil {
		_ = c.writeLine(data) // a broken output shows itself at the next answer
	}
}
