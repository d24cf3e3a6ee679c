package jsonrpc

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// reply is the result or the error with which a call ended.
type reply struct {
	result []byte
	err    error
	at     time.Time
}

// fromPeer reports whether the peer responded. If not, the call is open or failed with
// the connection.
func (r *reply) fromPeer() bool {
	var lost *LostError
	return !r.at.IsZero() && !errors.As(r.err, &lost)
}

// call is an open call. Whoever removes it from the pending table settles it.
type call struct {
	id    int64
	msg   framing.Message
	done  chan struct{}
	reply reply // valid when done is closed
	notes *notes
	// noticed means that the peer sent a notification of the call before its response.
	noticed atomic.Bool
}

func (c *call) settle(r reply) {
	r.at = time.Now()
	c.reply = r
	close(c.done)
}

func (c *call) outcome() Outcome {
	out := Outcome{
		ID: c.id, Result: c.reply.result, Sent: c.msg.Sent(),
		Written:   c.msg.Written() || c.noticed.Load() || c.reply.fromPeer(),
		WrittenAt: c.msg.WrittenAt(), RespondedAt: c.reply.at,
	}
	// A fast peer responds before the writer reads the clock.
	if !out.RespondedAt.IsZero() && out.WrittenAt.After(out.RespondedAt) {
		out.WrittenAt = out.RespondedAt
	}
	return out
}
