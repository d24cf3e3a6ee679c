// Package backoff decides when an upstream that failed is started again: after a
// capped exponential delay, or, when its crash budget is spent, at long intervals.
package backoff

import (
	"math"
	"time"
)

// Policy is a capped exponential delay between restarts with a crash budget. It has
// no defaults: every field is used as it is.
type Policy struct {
	// Initial is the first delay, Max the largest. Each delay is Multiplier times
	// the previous one, spread by the fraction Jitter (0 to 1) in both directions.
	Initial, Max time.Duration
	Multiplier   float64
	Jitter       float64
	// Budget is the number of failures within Window that parks the instance. A
	// parked instance is started once every ParkedRetry.
	Budget      int
	Window      time.Duration
	ParkedRetry time.Duration
	// ResetAfter is the uptime after which earlier failures no longer count.
	ResetAfter time.Duration
}

// Restarts applies a Policy to one instance. It is not safe for concurrent use.
type Restarts struct {
	policy Policy
	random func() float64 // in [0,1)
	recent []time.Time    // failures within the window, oldest first
	streak int            // failures since the last reset
	parked bool
}

// New returns the restart decisions of one instance. random returns numbers in
// [0,1); it spreads the delays.
func New(policy Policy, random func() float64) *Restarts {
	return &Restarts{policy: policy, random: random}
}

// Failed records a failure at now, after uptime of service, and returns the delay
// before the next start. A parked instance stays parked until a start has lasted for
// ResetAfter: one more failure parks it again (half-open).
func (r *Restarts) Failed(now time.Time, uptime time.Duration) (wait time.Duration, parked bool) {
	if uptime >= r.policy.ResetAfter {
		r.recent, r.streak, r.parked = nil, 0, false
	}
	r.recent = append(r.recent, now)
	for len(r.recent) > 0 && now.Sub(r.recent[0]) > r.policy.Window {
		r.recent = r.recent[1:]
	}
	if r.parked || len(r.recent) >= r.policy.Budget {
		r.parked = true
		return r.spread(r.policy.ParkedRetry), true
	}
	delay := float64(r.policy.Initial) * math.Pow(r.policy.Multiplier, float64(r.streak))
	r.streak++
	return r.spread(time.Duration(min(delay, float64(r.policy.Max)))), false
}

func (r *Restarts) spread(d time.Duration) time.Duration {
	factor := 1 + r.policy.Jitter*(2*r.random()-1)
	return time.Duration(float64(d) * factor)
}
