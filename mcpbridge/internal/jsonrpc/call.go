package jsonrpc

import (
	"context"
	"errors"
	"strconv"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// Call sends a request and waits for its response or the end of ctx. When ctx ends after
// the request was written, the peer gets notifications/cancelled, and a late response is
// counted and dropped.
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

// giveUp removes a call whose caller no longer waits. It reports false if the call was
// settled before.
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

// cancel notifies the peer that the caller no longer waits for a response.
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

// Notify sends a notification without waiting for it to be written. fields are the
// members of params.
func (c *Conn) Notify(method string, fields []byte) error {
	line := append([]byte(nil), `{"jsonrpc":"2.0","method":"`+method+`"`...)
	if len(fields) > 0 {
		line = append(line, `,"params":{`...)
		line = append(line, fields...)
		line = append(line, '}')
	}
	return c.writer.Enqueue(&framing.Message{Head: append(line, "}\n"...)})
}
