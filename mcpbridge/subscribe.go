package mcpbridge

import "sync"

// Subscribe returns a channel that gets a signal when the state of a server or
// the catalog has changed since the last signal was taken. It is closed when the
// bridge has closed. cancel ends the subscription and may be called twice.
func (b *Bridge) Subscribe() (changes <-chan struct{}, cancel func()) {
	return b.changes.add()
}

// subscribers are the open subscriptions. The zero value is ready.
type subscribers struct {
	mu     sync.Mutex
	all    map[chan struct{}]struct{}
	closed bool
}

func (s *subscribers) add() (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		close(ch)
		return ch, func() {}
	}
	if s.all == nil {
		s.all = make(map[chan struct{}]struct{})
	}
	s.all[ch] = struct{}{}
	return ch, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, ch)
	}
}

func (s *subscribers) signal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ch := range s.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

func (s *subscribers) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for ch := range s.all {
		close(ch)
	}
	s.all = nil
}
