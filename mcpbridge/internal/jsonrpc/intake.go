package jsonrpc

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

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

// stampReader records when the peer last sent anything.
type stampReader struct{ c *Conn }

func (r *stampReader) Read(p []byte) (int, error) {
	n, err := r.c.cfg.Stdout.Read(p)
	if n > 0 {
		r.c.lastRead.Store(time.Now().UnixNano())
	}
	return n, err
}

// intake dispatches the received messages. It belongs to the reader goroutine.
type intake struct {
	conn *Conn
	scan scanner
}

// line handles one line: one message, or several, or an array of messages (a batch,
// which MCP 2025-03-26 allows), or noise.
func (in *intake) line(line framing.Line) {
	if line.Oversized {
		in.oversized(line)
		return
	}
	var env envelope
	for i := 0; i < len(line.Data); {
		end, ok := in.value(line, i, &env)
		if !ok {
			in.noise(line.Data[i:])
			return
		}
		i = space(line.Data, end)
	}
}

// value handles the message or batch that begins at i.
func (in *intake) value(line framing.Line, i int, env *envelope) (end int, ok bool) {
	if line.Data[i] == '[' {
		return in.batch(line, i, env)
	}
	end, err := in.scan.envelope(line.Data, i, env)
	if err != nil {
		return 0, false
	}
	if !in.message(env, line.Owned) {
		in.noise(line.Data[i:end])
	}
	return end, true
}

func (in *intake) batch(line framing.Line, i int, env *envelope) (end int, ok bool) {
	for {
		i = space(line.Data, i+1)
		if i >= len(line.Data) || line.Data[i] != '{' {
			return 0, false
		}
		if i, ok = in.value(line, i, env); !ok {
			return 0, false
		}
		i = space(line.Data, i)
		if i < len(line.Data) && line.Data[i] == ']' {
			return i + 1, true
		}
		if i >= len(line.Data) || line.Data[i] != ',' {
			return 0, false
		}
	}
}

func (in *intake) noise(line []byte) {
	in.conn.cfg.Counters.NoiseLines.Add(1)
	if in.conn.cfg.OnNoise != nil {
		in.conn.cfg.OnNoise(line)
	}
}

// oversized fails the call that the line is the response to, if its id can be read.
func (in *intake) oversized(line framing.Line) {
	c := in.conn
	c.cfg.Counters.OversizedMessages.Add(1)
	if id, ok := salvageID(line.Data, line.Tail); ok {
		c.respond(id, func() reply { return reply{err: ErrTooLarge} })
	}
}

// message handles one object and reports whether it was a message.
func (in *intake) message(env *envelope, owned bool) bool {
	switch {
	case env.duplicate:
		return false
	case env.method == nil:
		return in.response(env, owned)
	case string(env.version) != `"2.0"` || env.method[0] != '"':
		return false
	case env.id != nil:
		return in.conn.request(env)
	default:
		in.conn.notification(env)
		return true
	}
}

// response handles a message without a method. One without a version counts as a response
// only if everything else fits an open call.
func (in *intake) response(env *envelope, owned bool) bool {
	if env.id == nil || (env.result == nil && env.failure == nil && env.version == nil) {
		return false
	}
	c := in.conn
	id, ok := parseID(env.id)
	if !ok {
		if isNull(env.id) && env.failure != nil {
			c.anonymousFailure(env)
		} else {
			c.cfg.Counters.StrayResponses.Add(1)
		}
		return true
	}
	c.respond(id, func() reply { return replyOf(env, owned) })
	return true
}

// replyOf checks a response whose id fits.
func replyOf(env *envelope, owned bool) reply {
	switch {
	case env.version != nil && string(env.version) != `"2.0"`:
		return reply{err: ProtocolError("the response is not JSON-RPC 2.0")}
	case env.tooDeep:
		return reply{err: ProtocolError("the response is nested too deeply")}
	case env.result != nil && env.failure != nil:
		return reply{err: ProtocolError("the response has both a result and an error")}
	case env.failure != nil:
		return reply{err: failureOf(env.failure)}
	case env.result == nil:
		return reply{err: ProtocolError("the response has neither a result nor an error")}
	case env.result[0] != '{':
		return reply{err: ProtocolError("the result is not an object")}
	case owned:
		return reply{result: env.result}
	}
	return reply{result: append([]byte(nil), env.result...)}
}

// respond settles the call with the given id, or counts the response.
func (c *Conn) respond(id int64, check func() reply) {
	c.mu.Lock()
	call := c.pending[id]
	// A response to a request that was not sent yet is invalid.
	if call != nil && call.msg.Sent() {
		c.takeLocked(id)
	} else {
		call = nil
	}
	late := call == nil && c.late.take(id)
	c.mu.Unlock()
	switch {
	case call != nil:
		call.settle(check())
	case late:
		c.cfg.Counters.LateResponses.Add(1)
	default:
		c.cfg.Counters.StrayResponses.Add(1)
	}
}

// anonymousFailure handles an error with id null, which means that the peer could not
// read a request. It is assigned to a call only if it can belong to no other call.
func (c *Conn) anonymousFailure(env *envelope) {
	c.cfg.Counters.StrayResponses.Add(1)
	if c.cfg.OnNoise != nil { // it may be the only hint why a call gets no response
		c.cfg.OnNoise(env.failure)
	}
	c.mu.Lock()
	var only *call
	if len(c.pending) == 1 && len(c.late.known) == 0 {
		for _, call := range c.pending {
			if call.msg.Sent() {
				only = c.takeLocked(call.id)
			}
		}
	}
	c.mu.Unlock()
	if only != nil {
		only.settle(reply{err: failureOf(env.failure)})
	}
}
