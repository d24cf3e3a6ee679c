package mcpbridge

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// worker keeps one process of a pool running: it starts it, watches it, and
// starts it again when it went down. Its fields from state on are guarded by
// server.mu.
type worker struct {
	s        *server
	pool     *pool
	ctx      context.Context
	cancel   context.CancelCauseFunc
	made     time.Time
	restarts *supervisor.Restarts
	// words is the stderr of the process that ended last, nil when the last start
	// made none. Only run's goroutine uses it.
	words []string

	state   State
	proc    *process // nil while there is none to call
	pid     int      // also while it starts or stops
	began   time.Time
	failure *Error // why it went down last
	parked  bool   // its crash budget was spent when it did
	retryAt time.Time
}

func newWorker(s *server, p *pool) *worker {
	w := &worker{s: s, pool: p, made: time.Now(), state: StateStarting}
	w.ctx, w.cancel = context.WithCancelCause(s.b.life)
	w.restarts = supervisor.NewRestarts(supervisor.Backoff(s.cfg.Backoff), rand.Float64)
	return w
}

// start runs the worker on a goroutine of its own until its context ends. The
// caller holds server.mu.
func (w *worker) start() {
	if !w.s.b.spawn(w.run) {
		w.state = StateStopping
	}
}

func (w *worker) run() {
	defer w.gone()
	for w.ctx.Err() == nil {
		uptime, err := w.once()
		// A process for one call that ended during it took nobody else along, and
		// says nothing about the next one's start.
		if w.ctx.Err() != nil || (w.pool.oneShot && err.Stage != StageSpawn) {
			return
		}
		wait := w.wentDown(err, uptime)
		if w.pool.oneShot {
			w.cancel(err)
		}
		pause(w.ctx, wait)
	}
}

// pause waits until d has passed or ctx has ended.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// once runs one process from its start to its end and says how long it served
// and why it ended.
func (w *worker) once() (uptime time.Duration, failure *Error) {
	w.to(StateStarting)
	w.words = nil
	proc, err := w.launch()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	w.up(proc)
	cause := w.serve(proc)
	w.leave()
	proc.stop(w.s.b.hurry, cause)
	w.ended(proc)
	return time.Since(began), w.s.fault(KindServerExited, StageChild, proc.epitaph(cause))
}

// up opens a process for calls.
func (w *worker) up(proc *process) {
	s := w.s
	s.mu.Lock()
	w.proc, w.state, w.retryAt = proc, StateReady, time.Time{}
	s.info, s.known = proc.sess.Info(), proc.sess.Info().Version
	s.settleLocked(true)
	s.held.started(time.Now())
	w.pool.dispatch()
	w.pool.rest()
	// A process that was only to show its tools has done so.
	if w.pool.lister && s.cfg.Sharing == SharingPerCall {
		s.spare = nil
		w.cancel(errIdle)
	}
	s.mu.Unlock()
	s.b.claim()
	s.b.changes.signal()
}

// leave closes the process for new calls.
func (w *worker) leave() {
	w.s.mu.Lock()
	w.proc, w.state = nil, StateStopping
	w.s.mu.Unlock()
	w.s.b.changes.signal()
}

// wentDown notes a failure, fails the calls that wait and returns the time to the
// next start.
func (w *worker) wentDown(failure *Error, uptime time.Duration) time.Duration {
	s := w.s
	now := time.Now()
	s.mu.Lock()
	wait, parked := w.failed(now, uptime)
	state := StateBackoff
	if parked {
		state = StateParked
	}
	w.state, w.failure, w.parked, w.retryAt, w.pid = state, failure, parked, now.Add(wait), 0
	s.failedLocked(failure)
	w.pool.dispatch()
	w.pool.rest()
	s.mu.Unlock()
	s.b.log.Warn("server went down", "server", s.cfg.Name, "state", string(state),
		"retry_in", wait.Round(time.Millisecond).String(), s.output.failure(failure), s.output.lastWords(w.words))
	s.b.claim()
	s.b.changes.signal()
	return wait
}

// failed counts a failure and returns the time to the next start.
func (w *worker) failed(now time.Time, uptime time.Duration) (wait time.Duration, parked bool) {
	if w.pool.oneShot {
		return w.s.held.failed(w.made, now)
	}
	return w.restarts.Failed(now, uptime)
}

// gone marks the worker as ended and fails what still waits for it.
func (w *worker) gone() {
	s := w.s
	cause := context.Cause(w.ctx)
	s.mu.Lock()
	w.state, w.pid, w.proc = StateStopping, 0, nil
	if w.pool.idle != nil {
		w.pool.idle.Stop()
	}
	w.pool.dispatch()
	if w.pool.removed {
		s.leaving--
	}
	if w.pool.oneShot {
		delete(s.oneShots, w.pool)
		s.gate.leave()
	}
	s.mu.Unlock()
	if !errors.Is(cause, errClosing) {
		s.b.changes.signal()
	}
}

func (w *worker) to(state State) {
	w.s.mu.Lock()
	changed := w.state != state
	w.state = state
	w.s.mu.Unlock()
	if changed {
		w.s.b.changes.signal()
	}
}

// downError is what a call gets while the worker is down or on its way there.
// The caller holds server.mu.
func (w *worker) downError() *Error {
	if !w.down() {
		// That it is tried again takes nothing from why it could not be started.
		if w.failure != nil && w.failure.unstartable() {
			return w.failure.down(w.state).again(w.s.cfg.Backoff.Initial)
		}
		return w.s.fault(KindServerUnavailable, StageSpawn, nil).again(w.s.cfg.Backoff.Initial)
	}
	return w.failure.down(w.state).again(time.Until(w.retryAt))
}
