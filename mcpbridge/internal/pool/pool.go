package pool

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// Pool is the instances of one upstream. It is safe for concurrent use.
type Pool struct {
	cfg         Config
	life, hurry context.Context
	stats       stats
	revision    revision
	settled     chan struct{}
	gate        *gate // bounds the groups of SharingPerCall

	mu sync.Mutex
	// groups by principal; SharingShared uses the empty key only.
	groups map[string]*group
	// spare is a group that was started to list the tools and has no principal yet.
	spare *group
	// singles are the groups of SharingPerCall.
	singles map[*group]struct{}
	// leaving counts the workers of removed groups that have not ended.
	leaving int
	// held delays new instances of SharingPerCall after one could not be started.
	held hold

	info        session.Info
	isSettled   bool
	lastFailure *Error
	failedAt    time.Time
}

// New returns a Pool. It starts no instance before Start. When life ends, the Pool
// stops; when hurry ends, it no longer waits for instances that stop.
func New(life, hurry context.Context, cfg Config) *Pool {
	return &Pool{
		cfg: cfg, life: life, hurry: hurry, settled: make(chan struct{}),
		groups: make(map[string]*group), singles: make(map[*group]struct{}),
		gate: newGate(cfg.MaxInFlight, cfg.MaxQueue),
		held: hold{restarts: backoff.New(cfg.Backoff)},
	}
}

// Settled is closed when the first start is over, whether it succeeded or not.
func (p *Pool) Settled() <-chan struct{} { return p.settled }

// settle ends the first start: on the first success, or when every worker that was
// started for it has failed once. It reports whether the first start ended now. The
// caller holds mu.
func (p *Pool) settle(ok bool) bool {
	untried := func(w *worker) bool { return w.failure == nil }
	if p.isSettled || (!ok && slices.ContainsFunc(p.workers(), untried)) {
		return false
	}
	p.isSettled = true
	close(p.settled)
	return true
}

// allGroups returns every group. The caller holds mu.
func (p *Pool) allGroups() []*group {
	out := make([]*group, 0, len(p.groups)+len(p.singles)+1)
	for _, g := range p.groups {
		out = append(out, g)
	}
	for g := range p.singles {
		out = append(out, g)
	}
	if p.spare != nil {
		out = append(out, p.spare)
	}
	return out
}

// workers returns every worker. The caller holds mu.
func (p *Pool) workers() []*worker {
	var out []*worker
	for _, g := range p.allGroups() {
		out = append(out, g.workers...)
	}
	return out
}

// remove takes a group out of the Pool and stops it. The caller holds mu.
func (p *Pool) remove(g *group, cause error) {
	if g.removed {
		return
	}
	for principal, other := range p.groups {
		if other == g {
			delete(p.groups, principal)
		}
	}
	if p.spare == g {
		p.spare = nil
	}
	g.removed = true
	p.leaving += len(g.workers)
	g.stop(cause)
}

// heldFailure is the failure of a call while no instance for a single call may be
// started. The caller holds mu.
func (p *Pool) heldFailure(wait time.Duration) *Error {
	return p.lastFailure.asDown(p.held.state()).retryIn(wait)
}
