// Package broadcast signals changes to any number of subscribers.
package broadcast

import "sync"

// Broadcaster has the open subscriptions. The zero value is ready; it is safe for
// concurrent use.
type Broadcaster struct {
	mu     sync.Mutex
	all    map[chan struct{}]struct{}
	closed bool
}

// Subscribe returns a channel that gets one signal for all calls of Signal since the
// last receive. Close closes it. cancel ends the subscription and may be called more
// than once.
func (b *Broadcaster) Subscribe() (signals <-chan struct{}, cancel func()) {
	ch := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		close(ch)
		return ch, func() {}
	}
	if b.all == nil {
		b.all = make(map[chan struct{}]struct{})
	}
	b.all[ch] = struct{}{}
	return ch, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.all, ch)
	}
}

// Signal signals every subscriber. It does not block.
func (b *Broadcaster) Signal() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ch := range b.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// Close ends all subscriptions. Signals after it have no effect.
func (b *Broadcaster) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for ch := range b.all {
		close(ch)
	}
	b.all = nil
}
