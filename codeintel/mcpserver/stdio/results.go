package stdio

import (
	"encoding/json"
	"sync"
)

// Results leads encoded results around the SDK, which would take megabytes apart
// byte by byte, several times over: a result that encodes to the ticket of [Results.Hold] is
// written as what is held. No other result is mistaken for one: in MCP, results
// are objects. The zero value is ready; it is safe for concurrent use.
type Results struct {
	mu   sync.Mutex
	last uint64
	held map[uint64][][]byte
}

// Hold keeps a result, JSON in parts and on one line, until it is written. The
// caller must not change it.
func (r *Results) Hold(parts ...[]byte) (ticket json.RawMessage, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held == nil {
		r.held = map[uint64][][]byte{}
	}
	r.last++
	r.held[r.last] = parts
	return json.Marshal(r.last)
}

// take returns what a ticket stands for, once. Any other result stands for itself.
func (r *Results) take(result json.RawMessage) [][]byte {
	var ticket uint64
	if r == nil || len(result) == 0 || result[0] == '{' || json.Unmarshal(result, &ticket) != nil {
		return [][]byte{result}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	parts, ok := r.held[ticket]
	if !ok {
		return [][]byte{result}
	}
	delete(r.held, ticket)
	return parts
}
