package stdio

import (
	"encoding/json"
	"sync"
)

// Results passes encoded results around the SDK, which would scan results of megabytes
// several times. [Results.Hold] keeps a result and returns a ticket, a JSON number. The
// transport replaces a result that is a ticket by the kept result. Other results are JSON
// objects, so they are never taken for a ticket. The zero value is ready for use. It is
// safe for concurrent use.
type Results struct {
	mu   sync.Mutex
	last uint64
	held map[uint64][][]byte
}

// Hold keeps a result until it is written. The concatenated parts are JSON without line
// breaks. The caller must not change them.
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

// take returns the parts of the result that a ticket refers to, and forgets them. It
// returns any other result unchanged.
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
