package pool

import (
	"context"
	"errors"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
)

var (
	errIdle     = errors.New("the instance is no longer needed")
	errCallOver = errors.New("the call is over")
)

// newGroup returns a group with workers that were not started.
func (p *Pool) newGroup(workers int, single bool) *group {
	g := &group{cfg: &p.cfg, mu: &p.mu, life: p.life, single: single}
	g.onUnused = func() { p.rest(g) }
	for range workers {
		g.workers = append(g.workers, p.newWorker(g))
	}
	return g
}

func (p *Pool) newWorker(g *group) *worker {
	w := &worker{
		cfg: &p.cfg, owner: member{p, g}, mu: &p.mu, hurry: p.hurry, created: time.Now(),
		launcher: launcher{cfg: &p.cfg, stats: &p.stats, revision: &p.revision, single: g.single},
		restarts: backoff.New(p.cfg.Backoff), state: StateStarting,
	}
	w.ctx, w.cancel = context.WithCancelCause(p.life)
	return w
}

// member is the owner of the workers of a group.
type member struct {
	pool  *Pool
	group *group
}

func (m member) up(w *worker, inst *instance) {
	p := m.pool
	p.mu.Lock()
	w.inst, w.state, w.retryAt = inst, StateReady, time.Time{}
	p.info = inst.sess.Info()
	p.revision.set(p.info.Version)
	p.settle(true)
	p.held.started(time.Now())
	m.group.refresh()
	// An instance that was started only to list the tools has done so.
	if m.group.lister && p.cfg.Sharing == SharingPerCall {
		p.spare = nil
		w.cancel(errIdle)
	}
	p.mu.Unlock()
	p.cfg.Observer.Started()
}

func (m member) down(w *worker, failure *Error, uptime time.Duration) time.Duration {
	p := m.pool
	now := time.Now()
	p.mu.Lock()
	wait, parked := m.failed(w, now, uptime)
	state := StateBackoff
	if parked {
		state = StateParked
	}
	w.state, w.failure, w.parked, w.retryAt, w.pid = state, failure, parked, now.Add(wait), 0
	p.lastFailure, p.failedAt = failure, now
	startFailed := p.settle(false)
	m.group.refresh()
	p.mu.Unlock()
	p.cfg.Observer.WentDown(Down{
		Failure: failure, State: state, RetryIn: wait, Output: w.tail, StartFailed: startFailed,
	})
	return wait
}

// failed counts a failure and returns the delay before the next start.
func (m member) failed(w *worker, now time.Time, uptime time.Duration) (wait time.Duration, parked bool) {
	if m.group.single {
		return m.pool.held.failed(w.created, now)
	}
	return w.restarts.Failed(now, uptime)
}

func (m member) gone(w *worker) {
	p := m.pool
	p.mu.Lock()
	w.state, w.pid, w.inst = StateStopping, 0, nil
	if m.group.idle != nil {
		m.group.idle.Stop()
	}
	m.group.dispatch()
	if m.group.removed {
		p.leaving--
	}
	if m.group.single {
		delete(p.singles, m.group)
		p.gate.leave()
	}
	p.mu.Unlock()
	if p.life.Err() == nil {
		p.cfg.Observer.Changed()
	}
}

func (m member) changed() { m.pool.cfg.Observer.Changed() }

// rest ends instances of a group that became unused: at once after the single call that
// they were started for, after IdleTimeout if they belong to a principal. The caller
// holds mu.
func (p *Pool) rest(g *group) {
	g.unusedSince = time.Now()
	switch {
	case g.single:
		g.stop(errCallOver)
	case p.cfg.Sharing != SharingPerPrincipal:
	case g.idle == nil:
		g.idle = time.AfterFunc(p.cfg.IdleTimeout, func() { p.expire(g) })
	default:
		g.idle.Reset(p.cfg.IdleTimeout)
	}
}

// expire removes a group if it is still unused.
func (p *Pool) expire(g *group) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.spare == g && p.cfg.Catalog.ToolsListedAt().IsZero() {
		return // it still has to list the tools, without which no call is possible
	}
	if g.unused() {
		p.remove(g, errIdle)
	}
}
