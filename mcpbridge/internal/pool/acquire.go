package pool

import (
	"context"
	"errors"
	"time"
)

var errPrincipals = errors.New("too many principals have open calls")

// Start starts the instances that exist without a call: those of SharingShared, or one
// to list the tools.
func (p *Pool) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cfg.Sharing == SharingShared {
		g := p.newGroup(p.cfg.Instances, false)
		p.groups[""] = g
		g.start()
		return
	}
	p.spare = p.newGroup(1, false)
	p.spare.lister = true
	p.spare.start()
}

// Acquire waits for a slot for a call of a principal, according to Config.Sharing.
func (p *Pool) Acquire(ctx context.Context, principal string) (Lease, *Error) {
	switch p.cfg.Sharing {
	case SharingPerCall:
		return p.acquireSingle(ctx)
	case SharingShared:
		principal = ""
	case SharingPerPrincipal:
	}
	p.mu.Lock()
	g := p.groups[principal]
	if g == nil {
		if !p.makeRoom() {
			p.mu.Unlock()
			return Lease{}, &Error{Kind: KindOverloaded, Stage: StageQueue, Err: errPrincipals}
		}
		g = p.adopt()
		p.groups[principal] = g
	}
	return g.acquire(ctx)
}

// makeRoom reports whether another principal may have an instance. The caller holds mu.
func (p *Pool) makeRoom() bool {
	if p.cfg.MaxPrincipals == 0 || len(p.groups) < p.cfg.MaxPrincipals {
		return true
	}
	if p.leaving >= p.cfg.MaxPrincipals {
		return false
	}
	var longest *group
	for _, g := range p.groups {
		if g.unused() && (longest == nil || g.unusedSince.Before(longest.unusedSince)) {
			longest = g
		}
	}
	if longest == nil {
		return false
	}
	p.remove(longest, errIdle)
	return true
}

// adopt returns the group that was started to list the tools, if no principal has it
// yet, or a new group. The caller holds mu.
func (p *Pool) adopt() *group {
	if g := p.spare; g != nil {
		p.spare = nil
		g.lister = false
		return g
	}
	g := p.newGroup(1, false)
	g.start()
	return g
}

// acquireSingle starts an instance for one call as soon as fewer than MaxInFlight of
// them run.
func (p *Pool) acquireSingle(ctx context.Context) (Lease, *Error) {
	if failure := p.enterGate(ctx); failure != nil {
		return Lease{}, failure
	}
	p.mu.Lock()
	if wait := time.Until(p.held.until); wait > 0 {
		failure := p.heldFailure(wait)
		p.mu.Unlock()
		p.gate.leave()
		return Lease{}, failure
	}
	g := p.newGroup(1, true)
	p.singles[g] = struct{}{}
	g.start()
	lease, failure := g.acquire(ctx)
	if failure != nil {
		g.stop(errCallOver)
	}
	return lease, failure
}

// enterGate waits for a slot of the gate until ctx ends or the bridge closes.
func (p *Pool) enterGate(ctx context.Context) *Error {
	gateCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.life, cancel)() //nolint:contextcheck // the end of the pool also cancels
	err := p.gate.enter(gateCtx)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errGateFull):
		return &Error{Kind: KindOverloaded, Stage: StageQueue}
	case ctx.Err() != nil:
		return &Error{Kind: KindContext, Stage: StageQueue, Err: ctx.Err()}
	}
	//nolint:contextcheck // the cause of the end of the pool
	return &Error{Kind: KindClosed, Stage: StageQueue, Err: context.Cause(p.life)}
}
