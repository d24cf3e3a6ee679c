package supervisor

import (
	"math"
	"time"
)

// Backoff is a capped exponential delay between restarts with a crash budget.
type Backoff struct {
	// Initial is the first delay, Max the largest; each is Multiplier times the
	// one before, spread by ±Jitter (0…1).
	Initial, Max time.Duration
	Multiplier   float64
	Jitter       float64
	// Budget is how many failures within Window park the child. A parked child is
	// tried once more each ParkedRetry.
	Budget      int
	Window      time.Duration
	ParkedRetry time.Duration
	// ResetAfter is the uptime that forgets earlier failures.
	ResetAfter time.Duration
}

// Restarts decides when a child that failed is started again. It is not safe for
// concurrent use.
type Restarts struct {
	policy Backoff
	random func() float64 // in [0,1)
	recent []time.Time    // failures within the window, oldest first
	streak int            // failures since the last reset
	parked bool
}

// NewRestarts returns the decisions of one child. random returns numbers in
// [0,1) and spreads the delays.
func NewRestarts(policy Backoff, random func() float64) *Restarts {
	return &Restarts{policy: policy, random: random}
}

// Failed records a failure at now after uptime of good service and returns the
// wait before the next start. A parked child stays parked until a start has
// lasted for ResetAfter: one more failure parks it again (half-open).
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
