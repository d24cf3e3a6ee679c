package jsonrpc

import (
	"strconv"

	"github.com/coderef-system/coderefd/mcpbridge/internal/stdio"
)

// maxForeignID bounds the peer's own ids, which are echoed in our answers.
const maxForeignID = 256

// intake sorts what a connection reads. It belongs to the reader goroutine.
type intake struct {
	conn *Conn
	scan scanner
}

// line takes one line: one message, or several, or an array of messages (a
// batch, legal in MCP 2025-03-26), or noise.
func (in *intake) line(line stdio.Line) {
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

// value takes the message or batch that begins at i.
func (in *intake) value(line stdio.Line, i int, env *envelope) (end int, ok bool) {
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

func (in *intake) batch(line stdio.Line, i int, env *envelope) (end int, ok bool) {
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

// oversized fails the call that the line answers, if its id can be read.
func (in *intake) oversized(line stdio.Line) {
	c := in.conn
	c.cfg.Counters.OversizedLines.Add(1)
	if id, ok := salvageID(line.Data, line.Tail); ok {
		c.answered(id, func(*call) reply { return reply{err: ErrTooLarge} })
	}
}

// message takes one object and reports whether it was a message.
func (in *intake) message(env *envelope, owned bool) bool {
	switch {
	case env.twice:
		return false
	case env.method == nil:
		return in.answer(env, owned)
	case string(env.version) != `"2.0"` || env.method[0] != '"':
		return false
	case env.id != nil:
		return in.conn.request(env)
	default:
		in.conn.notification(env)
		return true
	}
}

// answer takes a message without a method. One without a version is taken as an
// answer only if it fits an open call in everything else.
func (in *intake) answer(env *envelope, owned bool) bool {
	if env.id == nil || (env.result == nil && env.failure == nil && env.version == nil) {
		return false
	}
	c := in.conn
	id, ok := parseID(env.id)
	if !ok {
		if isNull(env.id) && env.failure != nil {
			c.anonymousFailure(env)
		} else {
			c.cfg.Counters.StrayAnswers.Add(1)
		}
		return true
	}
	c.answered(id, func(*call) reply { return replyOf(env, owned) })
	return true
}

// replyOf judges an answer whose id fits.
func replyOf(env *envelope, owned bool) reply {
	switch {
	case env.version != nil && string(env.version) != `"2.0"`:
		return reply{err: ProtocolError("the answer is not JSON-RPC 2.0")}
	case env.tooDeep:
		return reply{err: ProtocolError("the answer is nested too deeply")}
	case env.result != nil && env.failure != nil:
		return reply{err: ProtocolError("the answer has both a result and an error")}
	case env.failure != nil:
		return reply{err: failureOf(env.failure)}
	case env.result == nil:
		return reply{err: ProtocolError("the answer has neither a result nor an error")}
	case env.result[0] != '{':
		return reply{err: ProtocolError("the result is not an object")}
	case owned:
		return reply{result: env.result}
	}
	return reply{result: append([]byte(nil), env.result...)}
}

// answered settles the call with the given id, or counts the answer.
func (c *Conn) answered(id int64, judge func(*call) reply) {
	c.mu.Lock()
	call := c.pending[id]
	// An answer to a request that was not sent yet is a guess.
	if call != nil && call.msg.Sent() {
		c.takeLocked(id)
	} else {
		call = nil
	}
	late := call == nil && c.late.take(id)
	c.mu.Unlock()
	switch {
	case call != nil:
		call.settle(judge(call))
	case late:
		c.cfg.Counters.LateAnswers.Add(1)
	default:
		c.cfg.Counters.StrayAnswers.Add(1)
	}
}

// anonymousFailure takes an error with id null, by which a peer says that it
// could not read a request. It can only be laid at a call's door if there is no
// other to which it could belong.
func (c *Conn) anonymousFailure(env *envelope) {
	c.cfg.Counters.StrayAnswers.Add(1)
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

// request answers a request of the peer: ping as MCP demands, everything else,
// none of which we declared, with "method not found". An unanswered request could
// hang the peer.
func (c *Conn) request(env *envelope) bool {
	if t := env.id[0]; len(env.id) > maxForeignID || (t != '"' && t != '-' && (t < '0' || t > '9')) {
		return false
	}
	answer := `,"error":{"code":-32601,"message":"method not found"}}`
	if string(env.method) == `"ping"` {
		answer = `,"result":{}}`
	}
	if refused := string(env.method) != `"ping"` || c.mute.Load(); refused {
		c.cfg.Counters.RefusedRequests.Add(1)
	}
	if c.mute.Load() {
		return true
	}
	line := append([]byte(nil), `{"jsonrpc":"2.0","id":`...)
	line = append(line, env.id...)
	line = append(line, answer+"\n"...)
	if c.writer.Enqueue(&stdio.Message{Head: line}) != nil {
		c.cfg.Counters.DroppedResponses.Add(1)
	}
	return true
}

// notification routes a notification to the call or calls it belongs to.
func (c *Conn) notification(env *envelope) {
	if env.tooDeep {
		c.cfg.Counters.UnknownNotifications.Add(1)
		return
	}
	switch string(env.method) {
	case `"notifications/progress"`:
		c.progress(env.params)
	case `"notifications/message"`:
		c.log(env.params)
	case `"notifications/cancelled"`:
		// The peer takes back a request, all of which we answer at once.
	default:
		method, err := strconv.Unquote(string(env.method))
		if err != nil || c.cfg.OnNotification == nil || !c.cfg.OnNotification(method, env.params) {
			c.cfg.Counters.UnknownNotifications.Add(1)
		}
	}
}

func (c *Conn) progress(params []byte) {
	var token []byte
	Members(params, func(name, value []byte) {
		if string(name) == "progressToken" {
			token = value
		}
	})
	id, ok := parseID(token)
	if !ok {
		c.cfg.Counters.UnknownNotifications.Add(1)
		return
	}
	c.mu.Lock()
	call := c.pending[id]
	c.mu.Unlock()
	if call != nil && call.notes != nil && call.notes.add(false, params) {
		c.cfg.Counters.DroppedProgress.Add(1)
	}
}

// log hands a notifications/message to every open call that wants logs: MCP does
// not say to which it belongs.
func (c *Conn) log(params []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.pending {
		if call.notes != nil && call.notes.add(true, params) {
			c.cfg.Counters.DroppedProgress.Add(1)
		}
	}
}
