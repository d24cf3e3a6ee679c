package jsonrpc

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// Request is one outgoing call.
type Request struct {
	Method string
	// Fields are the members of params, without the braces. If Large is set it
	// follows them: Fields then end with the name and colon that Large is the
	// value of. Large is written uncopied when it is large. Meta are the members
	// of params._meta.
	Fields, Large, Meta []byte
	// OnProgress and OnLog get the params of the call's notifications, in order,
	// on the caller's goroutine, all of them before Call returns.
	OnProgress, OnLog func(params []byte)
	// NoCancel keeps notifications/cancelled back when the call is given up.
	NoCancel bool
}

// Outcome is what became of a call, also when it failed.
type Outcome struct {
	ID int64
	// Result is the result member, as the peer wrote it. It may be kept.
	Result []byte
	// Sent says that a part of the request may have reached the peer, Written
	// that all of it was handed to the pipe, at WrittenAt, or that the peer
	// answered or told of progress, which it may do before the writer has noted that.
	Sent, Written          bool
	WrittenAt, RespondedAt time.Time
}

// reply settles a call.
type reply struct {
	result []byte
	err    error
	at     time.Time
}

// fromPeer reports whether the peer answered; if not, the call is open or was
// failed with the connection.
func (r *reply) fromPeer() bool {
	var lost *LostError
	return !r.at.IsZero() && !errors.As(r.err, &lost)
}

// call is an open call. Whoever takes it out of the pending table settles it.
type call struct {
	id    int64
	msg   framing.Message
	done  chan struct{}
	reply reply // valid when done is closed
	notes *notes
	// heard says that the peer spoke of the call before it answered.
	heard atomic.Bool
}

func (c *call) settle(r reply) {
	r.at = time.Now()
	c.reply = r
	close(c.done)
}

func (c *call) outcome() Outcome {
	out := Outcome{
		ID: c.id, Result: c.reply.result, Sent: c.msg.Sent(), Written: c.msg.Written() || c.heard.Load() || c.reply.fromPeer(),
		WrittenAt: c.msg.WrittenAt(), RespondedAt: c.reply.at,
	}
	// A quick peer answers before the writer has come to look at the clock.
	if !out.RespondedAt.IsZero() && out.WrittenAt.After(out.RespondedAt) {
		out.WrittenAt = out.RespondedAt
	}
	return out
}

// Call sends a request and waits for its answer or the end of ctx. Then, if the
// request had been written, the peer is told by notifications/cancelled, and an
// answer that still comes is counted and dropped.
func (c *Conn) Call(ctx context.Context, req Request) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	call, err := c.begin(req)
	if err != nil {
		return Outcome{}, err
	}
	var wake <-chan struct{}
	if call.notes != nil {
		wake = call.notes.wake
	}
	for {
		select {
		case <-wake:
			call.notes.deliver(req)
			continue
		case <-call.done:
		case <-ctx.Done():
			if c.giveUp(ctx, call, req) {
				return call.outcome(), ctx.Err()
			}
			<-call.done
		}
		if call.notes != nil {
			call.notes.deliver(req)
		}
		return call.outcome(), call.reply.err
	}
}

// begin registers the call and queues its request.
func (c *Conn) begin(req Request) (*call, error) {
	call := &call{done: make(chan struct{})}
	if req.OnProgress != nil || req.OnLog != nil {
		call.notes = newNotes(req.OnProgress != nil, req.OnLog != nil)
	}
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return nil, &LostError{Err: c.err}
	}
	c.nextID++
	call.id = c.nextID
	c.pending[call.id] = call
	c.mu.Unlock()
	c.open.Add(1)
	req.encode(&call.msg, call.id)
	if err := c.writer.Enqueue(&call.msg); err != nil && c.take(call.id) != nil {
		if errors.Is(err, framing.ErrQueueFull) {
			return nil, ErrQueueFull
		}
		return nil, &LostError{Err: err}
	}
	return call, nil
}

// encode lays the request out as a line.
func (r *Request) encode(m *framing.Message, id int64) {
	head := make([]byte, 0, 96+len(r.Method)+len(r.Fields)+len(r.Meta))
	head = append(head, `{"jsonrpc":"2.0","id":`...)
	head = strconv.AppendInt(head, id, 10)
	head = append(head, `,"method":"`...)
	head = append(head, r.Method...)
	head = append(head, `","params":{`...)
	head = append(head, r.Fields...)
	if len(r.Large) == 0 {
		m.Head = r.appendTail(head, id)
		return
	}
	m.Head, m.Body = head, r.Large
	// The tail shares head's memory, behind it.
	m.Tail = r.appendTail(head[len(head):], id)
}

func (r *Request) appendTail(dst []byte, id int64) []byte {
	if len(r.Meta) > 0 || r.OnProgress != nil {
		if len(r.Fields) > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `"_meta":{`...)
		dst = append(dst, r.Meta...)
		if r.OnProgress != nil {
			if len(r.Meta) > 0 {
				dst = append(dst, ',')
			}
			// The token has to be unique among the open requests; the id is.
			dst = append(dst, `"progressToken":`...)
			dst = strconv.AppendInt(dst, id, 10)
		}
		dst = append(dst, '}')
	}
	return append(dst, "}}\n"...)
}

// take removes a call from the pending table; nil if it is not there any more.
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

// giveUp takes a call back. It reports false if the call was settled before.
func (c *Conn) giveUp(ctx context.Context, call *call, req Request) bool {
	c.mu.Lock()
	if c.takeLocked(call.id) == nil {
		c.mu.Unlock()
		return false
	}
	sent := !call.msg.Drop()
	if sent {
		c.late.add(call.id)
	}
	c.mu.Unlock()
	if sent && !req.NoCancel {
		c.cancel(ctx, call.id)
	}
	return true
}

// cancel tells the peer that nobody waits for an answer any more.
func (c *Conn) cancel(ctx context.Context, id int64) {
	reason := "canceled by the caller"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		reason = "deadline exceeded"
	}
	line := append([]byte(nil), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`...)
	line = strconv.AppendInt(line, id, 10)
	line = append(line, `,"reason":"`+reason+`"}}`+"\n"...)
	if c.writer.Enqueue(&framing.Message{Head: line}) == nil {
		c.cfg.Counters.Cancellations.Add(1)
	}
}

// Notify sends a notification without waiting for it to be written. fields are
// the members of params.
func (c *Conn) Notify(method string, fields []byte) error {
	line := append([]byte(nil), `{"jsonrpc":"2.0","method":"`+method+`"`...)
	if len(fields) > 0 {
		line = append(line, `,"params":{`...)
		line = append(line, fields...)
		line = append(line, '}')
	}
	return c.writer.Enqueue(&framing.Message{Head: append(line, "}\n"...)})
}
