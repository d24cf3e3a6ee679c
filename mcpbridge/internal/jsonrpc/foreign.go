package jsonrpc

import (
	"bytes"
	"strconv"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// maxForeignID bounds the peer's own ids, which are echoed in our answers.
const maxForeignID = 256

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
	if c.writer.Enqueue(&framing.Message{Head: line}) != nil {
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
	_, givenUp := c.late.known[id]
	c.mu.Unlock()
	if call == nil || call.notes == nil || !call.notes.wants(false) {
		// Nobody gave this token away, or its call is over. Only a peer that has not
		// heard yet that a call was given up may speak of it.
		if !givenUp {
			c.cfg.Counters.UnknownNotifications.Add(1)
		}
		return
	}
	call.heard.Store(true)
	if call.notes.add(false, bytes.Clone(params)) {
		c.cfg.Counters.DroppedProgress.Add(1)
	}
}

// log hands a notifications/message to every open call that wants logs: MCP does
// not say to which it belongs.
func (c *Conn) log(params []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var shared []byte // one copy for all
	for _, call := range c.pending {
		if call.notes == nil || !call.notes.wants(true) {
			continue
		}
		if shared == nil {
			shared = bytes.Clone(params)
		}
		if call.notes.add(true, shared) {
			c.cfg.Counters.DroppedProgress.Add(1)
		}
	}
}
