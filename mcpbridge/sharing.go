package mcpbridge

import (
	"context"
	"errors"
	"time"
)

var (
	errIdle = errors.New("the process is not needed any more")
	errDone = errors.New("the call is over")

	errPrincipals = errors.New("too many principals have calls open")
)

// acquire finds a place for a call of a principal, by the server's sharing.
func (s *server) acquire(ctx context.Context, principal string) (lease, *Error) {
	if s.cfg.Sharing == SharingPerCall {
		return s.acquireOnce(ctx)
	}
	if s.cfg.Sharing == SharingShared {
		principal = ""
	}
	s.mu.Lock()
	p := s.pools[principal]
	if p == nil {
		if !s.makeRoom() {
			s.mu.Unlock()
			return lease{}, s.fault(KindOverloaded, StageQueue, errPrincipals)
		}
		p = s.adopt()
		s.pools[principal] = p
	}
	return p.acquire(ctx)
}

// makeRoom reports whether another principal may have a process. The caller holds
// s.mu.
func (s *server) makeRoom() bool {
	if s.cfg.MaxPrincipals == 0 || len(s.pools) < s.cfg.MaxPrincipals {
		return true
	}
	if s.leaving >= s.cfg.MaxPrincipals {
		return false
	}
	var longest *pool
	for _, p := range s.pools {
		if p.unused() && (longest == nil || p.rested.Before(longest.rested)) {
			longest = p
		}
	}
	if longest == nil {
		return false
	}
	longest.remove()
	return true
}

// unused reports whether no call has or awaits a place in the pool.
func (p *pool) unused() bool { return p.leases == 0 && len(p.waiters) == 0 }

// adopt returns the pool that was started to learn the tools, if no principal has
// it yet, or a new one.
func (s *server) adopt() *pool {
	if p := s.spare; p != nil {
		s.spare = nil
		p.lister = false
		return p
	}
	p := s.newPool(1)
	p.start()
	return p
}

// acquireOnce starts a process for one call, as soon as fewer than MaxInFlight of
// them run.
func (s *server) acquireOnce(ctx context.Context) (lease, *Error) {
	if err := s.gate.enter(ctx, s); err != nil {
		return lease{}, err
	}
	s.mu.Lock()
	if wait := time.Until(s.held.until); wait > 0 {
		err := s.heldError(wait)
		s.mu.Unlock()
		s.gate.leave()
		return lease{}, err
	}
	p := s.newPool(1)
	p.oneShot = true
	s.oneShots[p] = struct{}{}
	p.start()
	l, err := p.acquire(ctx)
	if err != nil {
		p.stop(errDone)
	}
	return l, err
}

// rest ends processes that nobody uses: at once after the one call they were for,
// after IdleTimeout when they belong to a principal.
func (p *pool) rest() {
	if !p.unused() {
		return
	}
	p.rested = time.Now()
	switch {
	case p.oneShot:
		p.stop(errDone)
	case p.s.cfg.Sharing != SharingPerPrincipal:
	case p.idle == nil:
		p.idle = time.AfterFunc(p.s.cfg.IdleTimeout, p.expire)
	default:
		p.idle.Reset(p.s.cfg.IdleTimeout)
	}
}

// expire removes the pool if it is still unused.
func (p *pool) expire() {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if p.s.spare == p && !p.s.offer.Load().listed() {
		return // it is still to learn the tools, without which nobody can call
	}
	if p.unused() {
		p.remove()
	}
}

// remove takes the pool out of the server and stops it. The caller holds
// server.mu.
func (p *pool) remove() {
	if p.removed {
		return
	}
	s := p.s
	for principal, other := range s.pools {
		if other == p {
			delete(s.pools, principal)
		}
	}
	if s.spare == p {
		s.spare = nil
	}
	p.removed = true
	s.leaving += len(p.workers)
	p.stop(errIdle)
}
