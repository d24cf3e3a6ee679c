// Package backoff decides when an upstream that failed is started again: after a
// capped exponential delay, or, when its crash budget is spent, at long intervals.
package backoff

import (
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Policy is a capped exponential delay between restarts with a crash budget. It has
// no defaults: every field is used as it is. The fields are those of mcpbridge.Backoff,
// which is converted to it after its defaults are set.
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
	delays backoff.ExponentialBackOff
	recent []time.Time // failures within the window, oldest first
	parked bool
}

// New returns the restart decisions of one instance.
func New(policy Policy) *Restarts {
	return &Restarts{policy: policy, delays: backoff.ExponentialBackOff{
		InitialInterval: min(policy.Initial, policy.Max), MaxInterval: policy.Max,
		Multiplier: policy.Multiplier, RandomizationFactor: policy.Jitter,
	}}
}

// Failed records a failure at now, after uptime of service, and returns the delay
// before the next start. A parked instance stays parked until a start has lasted for
// ResetAfter: one more failure parks it again (half-open).
func (r *Restarts) Failed(now time.Time, uptime time.Duration) (wait time.Duration, parked bool) {
	if uptime >= r.policy.ResetAfter {
		r.recent, r.parked = nil, false
		r.delays.Reset()
	}
	r.recent = append(r.recent, now)
	for len(r.recent) > 0 && now.Sub(r.recent[0]) > r.policy.Window {
		r.recent = r.recent[1:]
	}
	if r.parked || len(r.recent) >= r.policy.Budget {
		r.parked = true
		constant := backoff.ExponentialBackOff{
			InitialInterval: r.policy.ParkedRetry, MaxInterval: r.policy.ParkedRetry,
			Multiplier: 1, RandomizationFactor: r.policy.Jitter,
		}
		return constant.NextBackOff(), true
	}
	return r.delays.NextBackOff(), false
}
