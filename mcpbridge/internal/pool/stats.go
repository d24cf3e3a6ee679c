package pool

import (
	"sync"
	"sync/atomic"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
)

// stats counts the starts and exits of the instances of an upstream. It is safe for
// concurrent use.
type stats struct {
	starts, exits atomic.Uint64

	mu   sync.Mutex
	tail []outputlog.Entry // diagnostic output of the instance that ended last
}

// ended counts the end of an instance and stores the end of its diagnostic output.
func (s *stats) ended(tail []outputlog.Entry) {
	s.exits.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tail = tail
}

func (s *stats) lastTail() []outputlog.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tail
}

// revision stores the MCP revision of the last handshake, so that the next
// handshake needs no probe. It is safe for concurrent use.
type revision struct {
	mu    sync.Mutex
	known string // empty: none
}

// take returns and clears the revision. After a failed handshake it thus stays cleared, so
// that the next handshake probes again.
func (r *revision) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.known
	r.known = ""
	return known
}

func (r *revision) set(version string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = version
}
