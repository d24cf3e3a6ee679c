package jsonrpc

import (
	"bytes"
	"strconv"

	"github.com/coderef-system/coderefd/mcpbridge/internal/framing"
)

// maxForeignID bounds the ids of the peer's requests, in bytes: responses repeat them.
const maxForeignID = 256

// request responds to a request of the peer: to ping as MCP requires, to everything else
// with "method not found", because no client capability is declared. A request without a
// response could hang the peer.
func (c *Conn) request(env *envelope) bool {
	if t := env.id[0]; len(env.id) > maxForeignID || (t != '"' && t != '-' && (t < '0' || t > '9')) {
		return false
	}
	response := `,"error":{"code":-32601,"message":"method not found"}}`
	if string(env.method) == `"ping"` {
		response = `,"result":{}}`
	}
	if refused := string(env.method) != `"ping"` || c.mute.Load(); refused {
		c.cfg.Counters.RefusedRequests.Add(1)
	}
	if c.mute.Load() {
		return true
	}
	line := append([]byte(nil), `{"jsonrpc":"2.0","id":`...)
	line = append(line, env.id...)
	line = append(line, response+"\n"...)
	if c.writer.Enqueue(&framing.Message{Head: line}) != nil {
		c.cfg.Counters.DroppedResponses.Add(1)
	}
	return true
}

// notification passes a notification to the call or calls that it belongs to.
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
		// The peer cancels one of its requests. It already has the response.
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
	_, canceled := c.late.known[id]
	c.mu.Unlock()
	if call == nil || call.notes == nil || !call.notes.wants(false) {
		// The token was not assigned, or its call is over. Only a peer that has not yet
		// received the cancellation of a call may still send its progress.
		if !canceled {
			c.cfg.Counters.UnknownNotifications.Add(1)
		}
		return
	}
	call.noticed.Store(true)
	if call.notes.add(false, bytes.Clone(params)) {
		c.cfg.Counters.DroppedProgress.Add(1)
	}
}

// log passes a notifications/message to every open call that wants logs: MCP does not
// define to which call it belongs.
func (c *Conn) log(params []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var shared []byte // one copy for all calls
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
