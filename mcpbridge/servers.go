package mcpbridge

import (
	"slices"
	"time"
)

// Servers returns the status of every server in configuration order.
func (b *Bridge) Servers() []ServerStatus {
	out := make([]ServerStatus, len(b.servers))
	for i, s := range b.servers {
		out[i] = s.status()
	}
	return out
}

// Server returns one server's status.
func (b *Bridge) Server(name string) (ServerStatus, error) {
	s, err := b.server(name)
	if err != nil {
		return ServerStatus{}, err
	}
	return s.status(), nil
}

func (s *server) status() ServerStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := ServerStatus{
		Name: s.cfg.Name, Sharing: s.cfg.Sharing,
		ProtocolVersion: s.info.Version, ServerName: s.info.ServerName,
		ServerVersion: s.info.ServerVersion, Instructions: s.info.Instructions,
		Tools: len(s.offer.Load().tools), LeftOutTools: s.offer.Load().leftOut, Resources: len(s.resources.Load().resources), Counters: s.counters(),
		LastError: s.lastErr, LastErrorTime: s.lastErrTime,
	}
	for _, p := range s.allPools() {
		for _, w := range p.workers {
			if !w.retryAt.IsZero() && (out.RetryAt.IsZero() || w.retryAt.Before(out.RetryAt)) && w.down() {
				out.RetryAt = w.retryAt
			}
			if w.pid != 0 {
				out.Processes = append(out.Processes, w.status())
			}
		}
	}
	out.State = s.stateLocked()
	return out
}

func (w *worker) status() ProcessStatus {
	out := ProcessStatus{PID: w.pid, State: w.view(), StartTime: w.began, Queued: len(w.pool.waiters)}
	if w.proc != nil {
		out.InFlight = w.proc.inFlight
	}
	return out
}

// view is the state as others see it: ready becomes busy with calls in flight.
func (w *worker) view() State {
	if w.state == StateReady && w.proc != nil && w.proc.inFlight > 0 {
		return StateBusy
	}
	return w.state
}

func (w *worker) down() bool { return w.state == StateBackoff || w.state == StateParked }

// state is the server's state: that of its most useful process.
func (s *server) state() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stateLocked()
}

func (s *server) stateLocked() State {
	if s.b.life.Err() != nil {
		return StateStopping
	}
	if s.cfg.Sharing == SharingPerCall && time.Now().Before(s.held.until) {
		return s.held.state()
	}
	best := StateIdle
	for _, w := range s.workers() {
		if state := w.view(); best == StateIdle || usefulness(state) > usefulness(best) {
			best = state
		}
	}
	return best
}

func usefulness(state State) int {
	switch state {
	case StateBusy:
		return 6
	case StateReady:
		return 5
	case StateSuspect:
		return 4
	case StateStarting:
		return 3
	case StateBackoff:
		return 2
	case StateParked:
		return 1
	default:
		return 0
	}
}

// allPools returns every pool. The caller holds s.mu.
func (s *server) allPools() []*pool {
	out := make([]*pool, 0, len(s.pools)+len(s.oneShots)+1)
	for _, p := range s.pools {
		out = append(out, p)
	}
	for p := range s.oneShots {
		out = append(out, p)
	}
	if s.spare != nil {
		out = append(out, s.spare)
	}
	return out
}

func (s *server) workers() []*worker {
	var out []*worker
	for _, p := range s.allPools() {
		out = append(out, p.workers...)
	}
	return out
}

// expected reports whether the server, which was never listed, may come up by
// itself soon. One that is parked, that has no program to start or that was passed
// over must not make each mistyped name look like its outage.
func (s *server) expected() bool {
	if !over(s.settled) {
		return !over(s.b.settleOver)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.workers(), func(w *worker) bool {
		return w.failure == nil || (!w.parked && !w.failure.unstartable())
	})
}

// problem says why the server cannot be called now; nil: it can, or a process
// will be started when it is.
func (s *server) problem() *Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.stateLocked() {
	case StateStarting:
		workers := s.workers()
		return workers[slices.IndexFunc(workers, func(w *worker) bool { return w.view() == StateStarting })].downError()
	case StateBackoff, StateParked:
		return s.soonest()
	case StateStopping:
		return s.fault(KindServerUnavailable, StageSpawn, nil).again(s.cfg.Backoff.Initial)
	case StateIdle:
		if !s.offer.Load().listed() && s.lastErr != nil {
			return s.lastErr.down(StateIdle)
		}
	}
	return nil
}

// soonest is the error of the worker that will be tried next.
func (s *server) soonest() *Error {
	var first *worker
	for _, w := range s.workers() {
		if w.down() && (first == nil || w.retryAt.Before(first.retryAt)) {
			first = w
		}
	}
	if first == nil {
		return s.heldError(time.Until(s.held.until))
	}
	return first.downError()
}

// heldError is what a call gets while no process for one call may be started. The
// caller holds s.mu.
func (s *server) heldError(wait time.Duration) *Error {
	return s.lastErr.down(s.held.state()).again(wait)
}

// counters sums what is counted in different places.
func (s *server) counters() Counters {
	w := &s.wire
	return Counters{
		Starts: s.starts.Load(), Exits: s.exits.Load(), Calls: s.calls.Load(),
		NoiseLines: w.NoiseLines.Load(), OversizedLines: w.OversizedLines.Load(),
		StrayAnswers: w.StrayAnswers.Load(), LateAnswers: w.LateAnswers.Load(),
		Cancellations: w.Cancellations.Load(), DroppedProgress: w.DroppedProgress.Load(),
		StderrLines: s.stderrLines.Load(), RefusedRequests: w.RefusedRequests.Load(),
		UnknownNotifications: w.UnknownNotifications.Load(),
	}
}
