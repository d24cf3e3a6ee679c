package index

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// flight is one build of a graph that any number of calls wait for. It is not
// bound to the call that began it: it goes on while anybody waits, and is
// cancelled when nobody does.
type flight struct {
	digest string
	done   chan struct{}
	cancel context.CancelFunc

	// Guarded by Project.mu.
	waiting int

	mu        sync.Mutex
	listeners map[int]Progress
	nextID    int

	built *builtGraph // valid once done is closed
	err   error
}

// build returns a graph of the snapshot, by joining the build in flight if it
// is of the same contents, else by starting one. own tells whether this call
// started it.
func (p *Project) build(ctx context.Context, snap *snapshot, progress Progress) (built *builtGraph, own bool, err error) {
	p.mu.Lock()
	f := p.flight
	if f == nil {
		f, own = p.start(snap), true
	}
	f.waiting++
	p.mu.Unlock()

	remove := f.listen(progress)
	defer remove()
	select {
	case <-f.done:
		p.leave(f)
		if ctx.Err() != nil {
			return nil, own, ctx.Err()
		}
		if f.err != nil && own {
			return nil, own, f.err
		}
		if f.err != nil { // somebody else's failure is no answer to this call
			return &builtGraph{dirty: true}, false, nil
		}
		return f.built, own, nil
	case <-ctx.Done():
		p.leave(f)
		return nil, own, ctx.Err()
	}
}

// start begins a build. p.mu is held.
func (p *Project) start(snap *snapshot) *flight {
	ctx, cancel := context.WithCancel(context.Background())
	f := &flight{digest: snap.digest, done: make(chan struct{}), cancel: cancel, listeners: map[int]Progress{}}
	p.flight = f
	go func() {
		defer cancel()
		f.built, f.err = p.buildSafely(ctx, snap, f.tell)
		p.mu.Lock()
		p.flight = nil
		if f.err == nil && !f.built.dirty {
			p.graph = f.built
		}
		p.mu.Unlock()
		close(f.done)
		// A build leaves hundreds of megabytes of dead trees and types behind,
		// and the next one may be hours away: give the memory back now.
		debug.FreeOSMemory()
	}()
	return f
}

// building reports a build in flight.
func (p *Project) building() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.flight != nil
}

// buildSafely waits for its turn and turns a panic into an error: nobody else's
// recover would see it.
func (p *Project) buildSafely(ctx context.Context, snap *snapshot, progress Progress) (built *builtGraph, err error) {
	defer func() {
		if r := recover(); r != nil {
			built, err = nil, fmt.Errorf("build graph: panic: %v", r)
		}
	}()
	select {
	case p.builds <- struct{}{}:
		defer func() { <-p.builds }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return p.buildGraph(ctx, snap, progress)
}

// leave ends one call's interest. The last one to leave stops the build.
func (p *Project) leave(f *flight) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f.waiting--
	if f.waiting == 0 {
		f.cancel()
	}
}

// listen adds a progress listener and returns how to remove it. After removal
// it is not called any more.
func (f *flight) listen(progress Progress) (remove func()) {
	if progress == nil {
		return func() {}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	id := f.nextID
	f.nextID++
	f.listeners[id] = progress
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.listeners, id)
	}
}

func (f *flight) tell(done, total int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, progress := range f.listeners {
		progress(done, total)
	}
}
