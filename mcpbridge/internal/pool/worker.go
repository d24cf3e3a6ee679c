package pool

import (
	"context"
	"sync"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
)

// owner is notified of the events of a worker. Its methods are called on the worker's
// goroutine, without the mutex being held.
type owner interface {
	// up opens a new instance for calls.
	up(w *worker, inst *instance)
	// down records a failure and returns the delay before the next start.
	down(w *worker, failure *Error, uptime time.Duration) time.Duration
	// gone means that the worker has ended.
	gone(w *worker)
	// changed means that the state of the worker changed in another way.
	changed()
}

// worker keeps one instance running: it starts it, monitors it, and restarts it after
// it went down.
type worker struct {
	cfg      *Config
	launcher launcher
	owner    owner
	mu       *sync.Mutex // Pool.mu
	ctx      context.Context
	cancel   context.CancelCauseFunc
	hurry    context.Context // see New
	created  time.Time
	restarts *backoff.Restarts
	// tail is the diagnostic output of the instance that ended last, nil if the last
	// start made none. Only the worker's goroutine uses it.
	tail []outputlog.Entry

	// The fields below are guarded by mu.
	state   State
	inst    *instance // nil while there is none to call
	pid     int       // also while the instance starts or stops
	began   time.Time
	failure *Error // why the instance went down last
	parked  bool   // the failure spent the crash budget
	retryAt time.Time
}

// start runs the worker on a goroutine of its own until its context ends. The caller
// holds mu.
func (w *worker) start() {
	if !w.cfg.Spawn(w.run) {
		w.state = StateStopping
	}
}

func (w *worker) run() {
	defer w.owner.gone(w)
	for w.ctx.Err() == nil {
		uptime, failure := w.once()
		// If an instance for a single call ended during that call, this affects no
		// other call and does not predict how the next start ends.
		if w.ctx.Err() != nil || (w.launcher.single && failure.Stage != StageStart) {
			return
		}
		wait := w.owner.down(w, failure, uptime)
		if w.launcher.single {
			w.cancel(failure)
		}
		pause(w.ctx, wait)
	}
}

// once runs one instance from its start to its end. It returns how long the instance
// served calls, and why it ended.
func (w *worker) once() (uptime time.Duration, failure *Error) {
	w.setStarting()
	w.tail = nil
	inst, failure := w.launcher.launch(w.ctx, w.hurry, w.launched)
	if failure != nil {
		if inst != nil {
			w.ended(inst)
		}
		return 0, failure
	}
	began := time.Now()
	w.owner.up(w, inst)
	m := monitor{cfg: w.cfg, inst: inst, health: w.health(inst)}
	cause := m.run(w.ctx)
	ran := inst.age()
	w.stopping()
	exit := inst.Stop(w.hurry, cause)
	w.ended(inst)
	return time.Since(began), &Error{Kind: KindExited, Stage: StageCall, Ran: ran, Err: exit}
}

func (w *worker) setStarting() {
	w.mu.Lock()
	changed := w.state != StateStarting
	w.state = StateStarting
	w.mu.Unlock()
	if changed {
		w.owner.changed()
	}
}

// launched makes an instance visible in the status before its handshake.
func (w *worker) launched(pid int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pid, w.began = pid, time.Now()
}

// stopping closes the instance for new calls.
func (w *worker) stopping() {
	w.mu.Lock()
	w.inst, w.state = nil, StateStopping
	w.mu.Unlock()
	w.owner.changed()
}

// ended records the end of an instance.
func (w *worker) ended(inst *instance) {
	w.tail = inst.OutputTail()
	w.launcher.stats.ended(w.tail)
}

func (w *worker) health(inst *instance) health {
	return health{
		inst: inst, interval: w.cfg.PingInterval, failures: w.cfg.PingFailures,
		hasCalls: func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return inst.inFlight > 0
		},
		suspect: func(yes bool) { w.suspect(inst, yes) },
	}
}

// suspect shows in the state whether pings get no response.
func (w *worker) suspect(inst *instance, yes bool) {
	w.mu.Lock()
	changed := w.inst == inst && (w.state == StateSuspect) != yes
	if changed {
		w.state = StateReady
	}
	if changed && yes {
		w.state = StateSuspect
	}
	w.mu.Unlock()
	if changed {
		w.owner.changed()
	}
}

// view is the reported state: ready becomes busy while calls are in flight. The caller
// holds mu.
func (w *worker) view() State {
	if w.state == StateReady && w.inst != nil && w.inst.inFlight > 0 {
		return StateBusy
	}
	return w.state
}

// downFailure is the failure of a call while the instance is down or starting. The
// caller holds mu.
func (w *worker) downFailure() *Error {
	if w.state.isDown() {
		return w.failure.asDown(w.state).retryIn(time.Until(w.retryAt))
	}
	// A restart in progress does not hide the reason why no instance can be started.
	if w.failure != nil && w.failure.permanent() {
		return w.failure.asDown(w.state).retryIn(w.cfg.Backoff.Initial)
	}
	unavailable := &Error{Kind: KindUnavailable, Stage: StageStart}
	return unavailable.retryIn(w.cfg.Backoff.Initial)
}
