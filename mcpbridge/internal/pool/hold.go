package pool

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
)

// hold delays new instances of SharingPerCall after one could not be started. Each of
// them is started once, so the failures are counted here for all of them. Its fields
// are guarded by Pool.mu.
type hold struct {
	restarts *backoff.Restarts
	// upSince is when the first instance became ready after the last failure; zero:
	// none has.
	upSince time.Time
	// failedAt is the time of the last failure that counted; until and parked are its
	// result.
	failedAt, until time.Time
	parked          bool
}

// state is the state of the upstream until the delay is over.
func (h *hold) state() State {
	if h.parked {
		return StateParked
	}
	return StateBackoff
}

// started records that an instance became ready.
func (h *hold) started(now time.Time) {
	if h.upSince.IsZero() {
		h.upSince = now
	}
}

// failed records that an instance could not be started, and returns the result of
// [backoff.Restarts.Failed]. requested is the time when the instance was requested.
// Starts that were in progress when another one failed count as one failure.
func (h *hold) failed(requested, now time.Time) (wait time.Duration, parked bool) {
	if requested.Before(h.failedAt) {
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
