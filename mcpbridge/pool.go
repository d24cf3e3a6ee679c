package mcpbridge

import (
	"context"
	"slices"
	"time"
)

// pool is the processes that one set of callers shares, and the calls that wait
// for them. Its fields are guarded by server.mu.
type pool struct {
	s       *server
	workers []*worker
	waiters []*waiter
	leases  int
	// lister marks a pool that was started only to learn the tools, oneShot one
	// that serves a single call and is never restarted.
	lister, oneShot bool
	// removed says that the pool is counted among those that leave.
	removed bool
	idle    *time.Timer
	rested  time.Time // when it was last left unused
}

// waiter is a call that waits for a process. Whoever removes it from the pool
// sets proc or err and closes done.
type waiter struct {
	done chan struct{}
	proc *process
	err  *Error
}

// lease is one call's place on a process.
type lease struct {
	pool *pool
	proc *process
	// spawned says that the call waited for the process to come up.
	spawned bool
}

func (s *server) newPool(workers int) *pool {
	p := &pool{s: s}
	for range workers {
		p.workers = append(p.workers, newWorker(s, p))
	}
	return p
}

// start starts the pool's workers.
func (p *pool) start() {
	for _, w := range p.workers {
		w.start()
	}
}

// stop ends the pool's workers, without waiting.
func (p *pool) stop(cause error) {
	for _, w := range p.workers {
		w.cancel(cause)
	}
}

// acquire waits for a place on the least loaded process. The caller holds
// server.mu, which acquire releases: between finding a pool and taking a place in
// it the pool must not be stopped as unused.
func (p *pool) acquire(ctx context.Context) (lease, *Error) {
	s := p.s
	if proc := p.pick(); proc != nil {
		p.grant(proc)
		s.mu.Unlock()
		return lease{pool: p, proc: proc}, nil
	}
	if err := p.down(); err != nil {
		s.mu.Unlock()
		return lease{}, err
	}
	if len(p.waiters) >= max(s.cfg.MaxQueue, boolInt(p.oneShot)) {
		s.mu.Unlock()
		return lease{}, s.fault(KindOverloaded, StageQueue, nil)
	}
	w := &waiter{done: make(chan struct{})}
	p.waiters = append(p.waiters, w)
	spawned := p.waitStage() == StageSpawn
	s.mu.Unlock()
	l, err := p.await(ctx, w)
	l.spawned = spawned
	return l, err
}

// await waits until the waiter is served, ctx ends or the bridge closes.
func (p *pool) await(ctx context.Context, w *waiter) (lease, *Error) {
	var err *Error
	select {
	case <-w.done:
	case <-ctx.Done():
		err = contextError(ctx.Err())
	case <-p.s.b.life.Done():
		err = p.s.fault(KindClosed, StageQueue, errClosing)
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if i := slices.Index(p.waiters, w); i >= 0 {
		p.waiters = slices.Delete(p.waiters, i, i+1)
		err.Server, err.Stage = p.s.cfg.Name, p.waitStage()
		return lease{}, err
	}
	if w.err != nil {
		return lease{}, w.err
	}
	// Served, perhaps at the moment ctx ended: the call itself will notice.
	return lease{pool: p, proc: w.proc}, nil
}

// waitStage tells waiting for a process from waiting for a place on one.
func (p *pool) waitStage() Stage {
	for _, w := range p.workers {
		if w.proc != nil {
			return StageQueue
		}
	}
	return StageSpawn
}

// pick returns the living process with the fewest calls that takes another.
func (p *pool) pick() *process {
	var best *process
	for _, w := range p.workers {
		if w.proc == nil || w.proc.inFlight >= p.s.cfg.MaxInFlight || w.proc.lost() {
			continue
		}
		if best == nil || w.proc.inFlight < best.inFlight {
			best = w.proc
		}
	}
	return best
}

// down returns why no process will come by itself soon; nil: one runs or starts.
func (p *pool) down() *Error {
	if err := p.s.b.life.Err(); err != nil {
		return p.s.fault(KindClosed, StageQueue, errClosing)
	}
	var first *worker
	for _, w := range p.workers {
		if w.state != StateBackoff && w.state != StateParked && w.state != StateStopping {
			return nil
		}
		if first == nil || w.retryAt.Before(first.retryAt) {
			first = w
		}
	}
	return first.downError()
}

func (p *pool) grant(proc *process) {
	proc.inFlight++
	p.leases++
	if p.idle != nil {
		p.idle.Stop()
	}
}

// dispatch serves waiting calls, first come first served, or fails them all when
// no process will come.
func (p *pool) dispatch() {
	for len(p.waiters) > 0 {
		proc := p.pick()
		var err *Error
		if proc == nil {
			if err = p.down(); err == nil {
				return
			}
		} else {
			p.grant(proc)
		}
		w := p.waiters[0]
		p.waiters = p.waiters[1:]
		w.proc, w.err = proc, err
		close(w.done)
	}
}

// release gives the place back.
func (l lease) release() {
	s := l.pool.s
	s.mu.Lock()
	defer s.mu.Unlock()
	l.proc.inFlight--
	l.pool.leases--
	l.pool.dispatch()
	l.pool.rest()
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
