package mcpbridge

import (
	"context"
	"time"
)

// watch tells a hung process from a busy one. It returns errHung when the process
// is to be replaced and nil when ctx ends.
//
// Only a process with calls open is watched. When it has written nothing for
// PingInterval it is pinged; any byte on stdout or stderr, an answer included, is
// a sign of life and starts everything afresh. So a tool that hangs in a process
// that answers pings is the caller's deadline's business, not a reason to restart.
func (w *worker) watch(ctx context.Context, proc *process) error {
	cfg := &w.s.cfg
	h := health{proc: proc}
	tick := time.NewTicker(cfg.PingInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if !w.hasCalls(proc) || h.alive(cfg.PingInterval) {
			h.reset()
			w.suspect(proc, false)
			continue
		}
		if w.ping(ctx, proc) || ctx.Err() != nil {
			h.reset()
			w.suspect(proc, false)
			continue
		}
		h.missed()
		w.suspect(proc, true)
		if h.misses >= cfg.PingFailures && !h.working(cfg.PingFailures) {
			return errHung
		}
	}
}

// health is what is remembered of a process between pings.
type health struct {
	proc *process
	// misses are the pings unanswered in a row, still those of them, to the last,
	// during which the process used no processor time.
	misses, still int
	cpu           time.Duration
}

func (h *health) reset() {
	h.misses, h.still = 0, 0
	h.cpu, _ = h.proc.child.CPUTime()
}

func (h *health) missed() {
	h.misses++
	h.still++
	if cpu, ok := h.proc.child.CPUTime(); ok && cpu > h.cpu {
		h.cpu, h.still = cpu, 0
	}
}

func (h *health) lastLife() time.Time {
	life := h.proc.conn.LastRead()
	if t := h.proc.child.LastStderr(); t.After(life) {
		life = t
	}
	return life
}

func (h *health) alive(within time.Duration) bool { return time.Since(h.lastLife()) < within }

// working reports whether the process, silent as it is, uses processor time for a
// call that somebody still waits for: a server with a single thread answers no
// ping while it computes. Once such a call was given up, nobody loses anything
// when the process is replaced, and an endless loop has to end.
func (h *health) working(failures int) bool {
	return h.still < failures && !time.Unix(0, h.proc.abandoned.Load()).After(h.lastLife())
}

// ping reports whether the process answered within PingInterval.
func (w *worker) ping(ctx context.Context, proc *process) bool {
	ctx, cancel := context.WithTimeout(ctx, w.s.cfg.PingInterval)
	defer cancel()
	before := proc.conn.LastRead()
	err := proc.sess.Ping(ctx)
	// An error is an answer too, and so is anything else it wrote meanwhile; that
	// the ping could not be sent is none.
	return err == nil || answered(err) || proc.conn.LastRead().After(before)
}

func (w *worker) hasCalls(proc *process) bool {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	return proc.inFlight > 0
}

// suspect shows in the state whether pings go unanswered.
func (w *worker) suspect(proc *process, yes bool) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	if w.proc != proc || (w.state == StateSuspect) == yes {
		return
	}
	w.state = StateReady
	if yes {
		w.state = StateSuspect
	}
	w.s.b.changes.signal()
}
