package pool

import (
	"slices"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// Status is a Pool at one moment.
type Status struct {
	State State
	// Info is from the last handshake; zero before it.
	Info      session.Info
	Instances []InstanceStatus
	// RetryAt is when the next start is due; zero: none is.
	RetryAt time.Time
	// LastFailure is why an instance went down last; nil: never.
	LastFailure *Error
	FailedAt    time.Time
	// Starts and Exits count instances since the Pool was made.
	Starts, Exits uint64
}

// InstanceStatus is an instance at one moment.
type InstanceStatus struct {
	PID              int
	State            State
	StartTime        time.Time
	InFlight, Queued int
}

// Status returns the status of the Pool.
func (p *Pool) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := Status{
		State: p.stateLocked(), Info: p.info, LastFailure: p.lastFailure, FailedAt: p.failedAt,
		Starts: p.stats.starts.Load(), Exits: p.stats.exits.Load(),
	}
	for _, g := range p.allGroups() {
		for _, w := range g.workers {
			if w.state.isDown() && !w.retryAt.IsZero() && (out.RetryAt.IsZero() || w.retryAt.Before(out.RetryAt)) {
				out.RetryAt = w.retryAt
			}
			if w.pid != 0 {
				out.Instances = append(out.Instances, instanceStatus(w, len(g.waiters)))
			}
		}
	}
	return out
}

func instanceStatus(w *worker, queued int) InstanceStatus {
	out := InstanceStatus{PID: w.pid, State: w.view(), StartTime: w.began, Queued: queued}
	if w.inst != nil {
		out.InFlight = w.inst.inFlight
	}
	return out
}

// State returns the state of the instance that is the most usable.
func (p *Pool) State() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stateLocked()
}

func (p *Pool) stateLocked() State {
	if p.life.Err() != nil {
		return StateStopping
	}
	if p.cfg.Sharing == SharingPerCall && time.Now().Before(p.held.until) {
		return p.held.state()
	}
	best := StateIdle
	for _, w := range p.workers() {
		if state := w.view(); best == StateIdle || state.rank() > best.rank() {
			best = state
		}
	}
	return best
}

// Restarting reports whether an instance may become ready without a change from
// outside. It may not if all are parked or have no program to start.
func (p *Pool) Restarting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.workers(), func(w *worker) bool {
		return w.failure == nil || (!w.parked && !w.failure.permanent())
	})
}

// Problem returns why the upstream cannot be called now; nil: it can, or an instance
// will be started for the call.
func (p *Pool) Problem() *Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.stateLocked() {
	case StateStarting:
		workers := p.workers()
		starting := func(w *worker) bool { return w.view() == StateStarting }
		return workers[slices.IndexFunc(workers, starting)].downFailure()
	case StateBackoff, StateParked:
		return p.nextStart()
	case StateStopping:
		stopping := &Error{Kind: KindUnavailable, Stage: StageStart}
		return stopping.retryIn(p.cfg.Backoff.Initial)
	case StateIdle:
		if p.lastFailure != nil && p.cfg.Catalog.ToolsListedAt().IsZero() {
			return p.lastFailure.asDown(StateIdle)
		}
	case StateReady, StateBusy, StateSuspect:
	}
	return nil
}

// nextStart is the failure of the worker that will be started next.
func (p *Pool) nextStart() *Error {
	var first *worker
	for _, w := range p.workers() {
		if w.state.isDown() && (first == nil || w.retryAt.Before(first.retryAt)) {
			first = w
		}
	}
	if first == nil {
		return p.heldFailure(time.Until(p.held.until))
	}
	return first.downFailure()
}

// Session returns the session of an instance that accepts calls; nil: there is none.
func (p *Pool) Session() *session.Session {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.workers() {
		if w.inst != nil && w.inst.Accepting() {
			return w.inst.sess
		}
	}
	return nil
}

// OutputTail returns the last lines of diagnostic output, oldest first: of the instance
// that ended last, then of those that run. They are not masked.
func (p *Pool) OutputTail() []outputlog.Entry {
	lines := slices.Clone(p.stats.lastTail())
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.workers() {
		if w.inst != nil {
			lines = append(lines, w.inst.OutputTail()...)
		}
	}
	return lines
}
