package backoff

import (
	"testing"
	"time"
)

// policy has round numbers and no jitter.
func policy() Policy {
	return Policy{
		Initial: time.Second, Max: 10 * time.Second, Multiplier: 2, Budget: 3, Window: time.Minute,
		ParkedRetry: time.Hour, ResetAfter: 10 * time.Minute,
	}
}

func middle() float64 { return 0.5 }

// step is a failure and the expected decision.
type step struct {
	after, uptime, wait time.Duration
	parked              bool
}

func run(t *testing.T, r *Restarts, steps []step) {
	t.Helper()
	now := time.Unix(0, 0)
	for i, s := range steps {
		now = now.Add(s.after)
		if wait, parked := r.Failed(now, s.uptime); wait != s.wait || parked != s.parked {
			t.Errorf("step %d: got %v, parked %t, want %v, %t", i, wait, parked, s.wait, s.parked)
		}
	}
}

// TestDecisions: the delay and the crash budget at their bounds.
func TestDecisions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*Policy)
		steps  []step
	}{
		{"budget of one parks at once", func(p *Policy) { p.Budget = 1 }, []step{
			{0, 0, time.Hour, true}, {time.Hour, 0, time.Hour, true},
		}},
		{"failures at the edge of the window count", nil, []step{
			{0, 0, time.Second, false}, {30 * time.Second, 0, 2 * time.Second, false}, {30 * time.Second, 0, time.Hour, true},
		}},
		{"failures outside the window do not", nil, []step{
			{0, 0, time.Second, false},
			{30 * time.Second, 0, 2 * time.Second, false},
			{30*time.Second + 1, 0, 4 * time.Second, false},
			{time.Hour, 0, 8 * time.Second, false},
			{time.Hour, 0, 10 * time.Second, false}, // Max
			{time.Hour, 0, 10 * time.Second, false},
		}},
		{"uptime just below ResetAfter keeps the delay", nil, []step{
			{0, 0, time.Second, false}, {time.Hour, 10*time.Minute - 1, 2 * time.Second, false},
		}},
		{"ResetAfter resets delay and budget", nil, []step{
			{0, 0, time.Second, false},
			{time.Second, 0, 2 * time.Second, false},
			{time.Second, 10 * time.Minute, time.Second, false},
			{time.Second, 0, 2 * time.Second, false},
			{time.Second, 0, time.Hour, true},
		}},
		{"parked after the window is over", nil, []step{
			{0, 0, time.Second, false},
			{0, 0, 2 * time.Second, false},
			{0, 0, time.Hour, true},
			{24 * time.Hour, time.Minute, time.Hour, true},
			{24 * time.Hour, 10 * time.Minute, time.Second, false},
		}},
		{"constant delay", func(p *Policy) { p.Multiplier, p.Budget = 1, 100 }, []step{
			{0, 0, time.Second, false}, {0, 0, time.Second, false}, {0, 0, time.Second, false},
		}},
		{"Initial above Max", func(p *Policy) { p.Initial = time.Minute }, []step{{0, 0, 10 * time.Second, false}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := policy()
			if tt.change != nil {
				tt.change(&p)
			}
			run(t, New(p, middle), tt.steps)
		})
	}
}

// TestManyFailures: the exponential delay stays at Max when the power is infinite, and the
// memory of failures stays within the window.
func TestManyFailures(t *testing.T) {
	t.Parallel()
	p := policy()
	p.Multiplier, p.Window, p.Budget = 1e10, time.Second, 100
	r := New(p, middle)
	now := time.Unix(0, 0)
	for i := range 1000 {
		now = now.Add(time.Second)
		wait, parked := r.Failed(now, 0)
		if want := min(p.Max, p.Initial*time.Duration(1+9*min(i, 1))); wait != want || parked {
			t.Fatalf("failure %d: got %v, parked %t, want %v, false", i, wait, parked, want)
		}
		if len(r.recent) > 2 {
			t.Fatalf("failure %d: got %d failures in memory, want at most 2", i, len(r.recent))
		}
	}
}

// TestSpread: jitter spreads the delays of both kinds around their value, up to its fraction.
func TestSpread(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		jitter, random float64
		wait, parked   time.Duration
	}{
		{"none", 0, 0, 10 * time.Second, time.Hour},
		{"least", 0.2, 0, 8 * time.Second, 48 * time.Minute},
		{"middle", 0.2, 0.5, 10 * time.Second, time.Hour},
		{"more", 0.2, 0.75, 11 * time.Second, 66 * time.Minute},
		{"full, least", 1, 0, 0, 0},
		{"full, more", 1, 0.75, 15 * time.Second, 90 * time.Minute},
	} {
		p := policy()
		p.Initial, p.Budget, p.Jitter = p.Max, 2, tt.jitter
		r := New(p, func() float64 { return tt.random })
		now := time.Unix(0, 0)
		wait, _ := r.Failed(now, 0)
		parkedWait, parked := r.Failed(now, 0)
		// Within a microsecond: the factors are not exact.
		if (wait-tt.wait).Abs() > time.Microsecond || (parkedWait-tt.parked).Abs() > time.Microsecond || !parked {
			t.Errorf("%s: got %v, then %v, parked %t, want %v, %v, true", tt.name, wait, parkedWait, parked, tt.wait, tt.parked)
		}
	}
}
