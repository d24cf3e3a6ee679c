// Package stdio is the stdio transport of MCP over a pair of streams. Unlike the transport
// of the SDK, it responds to every request before the process ends, and it continues after
// a line that is not a message.
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

// drainTimeout bounds how long the end of input is delayed for open requests. It is long
// enough for a call about a large project.
const drainTimeout = 30 * time.Second

// Transport is newline-delimited JSON-RPC over a pair of streams. It differs from the
// transport of the SDK in two cases:
//
//   - It reports the end of input only when every open request has a response. The SDK
//     does not write after the end of input, and drops the responses.
//   - It responds with a JSON-RPC error to a line that is not a message, and continues. The
//     SDK ends the session.
//
// A Read from In must return at the end of the input. The transport does not close In,
// because closing a terminal or pipe does not reliably unblock a Read.
type Transport struct {
	In      io.Reader
	Out     io.Writer
	Results *Results // encoded results by ticket; nil if no message contains a ticket
}

// Connect implements [mcp.Transport]. It may be called once.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	c := &conn{
		out: t.Out, results: t.Results, open: map[jsonrpc.ID]bool{},
		lines: make(chan line), closed: make(chan struct{}),
	}
	c.responded = sync.NewCond(&c.mu)
	go readLines(t.In, c.lines, c.closed)
	return c, nil
}

type conn struct {
	lines   chan line
	pending []jsonrpc.Message // rest of a batch; used by Read only

	writeMu sync.Mutex
	out     io.Writer
	results *Results

	mu        sync.Mutex
	open      map[jsonrpc.ID]bool // requests without a response; true if the end of input waits for it
	responded *sync.Cond          // signalled when open shrinks or the connection is closed

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

// admit records an open request. It returns false for a message that must not reach the
// session: a request with the id of an open request.
func (c *conn) admit(msg jsonrpc.Message) bool {
	req, ok := msg.(*jsonrpc.Request)
	if !ok || !req.ID.IsValid() {
		return true
	}
	c.mu.Lock()
	_, duplicate := c.open[req.ID]
	// A subscription has no response until the session ends, so the end must not wait for it.
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

// drain waits until every open request has a response, at most drainTimeout.
func (c *conn) drain(ctx context.Context) {
	timer := time.AfterFunc(drainTimeout, func() { _ = c.Close() })
	defer timer.Stop()
	stop := context.AfterFunc(ctx, c.wake)
	defer stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.owesResponses() && ctx.Err() == nil && !c.isClosed() {
		c.responded.Wait()
	}
}

// owesResponses reports whether the end of input must wait for a response. The caller
// holds mu.
func (c *conn) owesResponses() bool {
	for _, waits := range c.open {
		if waits {
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
		c.responded.Broadcast()
		c.mu.Unlock()
	}
	return err
}

// encode returns a message in parts. Results are already encoded, without line breaks.
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

// wake makes drain check its condition again. Without the lock, a drain that is about to
// wait could miss the signal.
func (c *conn) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.responded.Broadcast()
}

// SessionID implements [mcp.Connection]; a stdio session has no id.
func (c *conn) SessionID() string { return "" }

// refuse responds with an error to input that does not reach the session.
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
		_ = c.writeLine(data) // a broken output fails the next response, too
	}
}
