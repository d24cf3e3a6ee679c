package mcpbridge

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// hold decides when a process for one call may be started after another could not
// be. Each such process is started once, so what a worker knows of its failures
// is kept here for all of them. Its fields are guarded by server.mu.
type hold struct {
	restarts *supervisor.Restarts
	// upSince is when the first process came up after the last failure; zero: none
	// has.
	upSince time.Time
	// failedAt is the time of the last failure that counted, until and parked what
	// followed from it.
	failedAt, until time.Time
	parked          bool
}

// state is how the server is while it is held back.
func (h *hold) state() State {
	if h.parked {
		return StateParked
	}
	return StateBackoff
}

// started notes that a process came up.
func (h *hold) started(now time.Time) {
	if h.upSince.IsZero() {
		h.upSince = now
	}
}

// failed notes that a process that was wanted at made could not be started, and
// returns what [supervisor.Restarts.Failed] does. Starts that were under way when
// another one failed have failed together, once.
func (h *hold) failed(made, now time.Time) (wait time.Duration, parked bool) {
	if made.Before(h.failedAt) {
		return h.until.Sub(now), h.parked
	}
	var uptime time.Duration
	if !h.upSince.IsZero() {
		uptime = now.Sub(h.upSince)
	}
	wait, parked = h.restarts.Failed(now, uptime)
	*h = hold{restarts: h.restarts, failedAt: now, until: now.Add(wait), parked: parked}
	return wait, parked
}
