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

// TestDecisions checks the delay and the crash budget at their bounds.
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
			run(t, New(p), tt.steps)
		})
	}
}

// TestManyFailures: the exponential delay stays at Max when the power is infinite, and the
// memory of failures stays within the window.
func TestManyFailures(t *testing.T) {
	t.Parallel()
	p := policy()
	p.Multiplier, p.Window, p.Budget = 1e10, time.Second, 100
	r := New(p)
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

// TestSpread: jitter spreads the delay before a restart and ParkedRetry around their
// values, by at most the fraction Jitter.
func TestSpread(t *testing.T) {
	t.Parallel()
	for name, jitter := range map[string]float64{"none": 0, "a fifth": 0.2, "full": 1} {
		p := policy()
		p.Initial, p.Budget, p.Jitter = p.Max, 2, jitter
		waits := map[time.Duration]bool{}
		for range 200 {
			r := New(p)
			now := time.Unix(0, 0)
			wait, _ := r.Failed(now, 0)
			parkedWait, parked := r.Failed(now, 0)
			waits[wait] = true
			checkSpread(t, name, wait, p.Max, jitter)
			checkSpread(t, name+", parked", parkedWait, p.ParkedRetry, jitter)
			if !parked {
				t.Errorf("%s: got parked false after the budget, want true", name)
			}
		}
		if got, want := len(waits) > 1, jitter > 0; got != want {
			t.Errorf("%s: got different delays %t, want %t", name, got, want)
		}
	}
}

func checkSpread(t *testing.T, name string, got, middle time.Duration, jitter float64) {
	t.Helper()
	// A microsecond more, because the factors are not exact.
	if most := time.Duration(float64(middle)*jitter) + time.Microsecond; (got - middle).Abs() > most {
		t.Errorf("%s: got a delay of %v, want %v ± %v", name, got, middle, most)
	}
}
