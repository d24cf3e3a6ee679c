// Package broadcast signals changes to any number of subscribers.
package broadcast

import "sync"

// Broadcaster delivers signals to its subscribers. The zero value is ready; it is safe
// for concurrent use.
type Broadcaster struct {
	mu     sync.Mutex
	all    map[chan struct{}]struct{}
	closed bool
}

// Subscribe returns a channel of signals. Several calls of Signal between two receives
// result in one signal. [Broadcaster.Close] closes the channel. cancel ends the
// subscription without closing the channel; it may be called more than once.
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

// Close closes the channels of all subscriptions. A later Signal has no effect.
func (b *Broadcaster) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for ch := range b.all {
		close(ch)
	}
	b.all = nil
}
