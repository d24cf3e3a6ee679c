package backoff

import (
	"testing"
	"time"
)

func TestRestarts(t *testing.T) {
	t.Parallel()
	r := New(Policy{
		Initial: time.Second, Max: 5 * time.Second, Multiplier: 2,
		Budget: 5, Window: time.Minute, ParkedRetry: time.Hour, ResetAfter: time.Minute,
	})
	now := time.Unix(0, 0)
	steps := []struct {
		after, uptime, wait time.Duration
		parked              bool
	}{
		{0, 0, time.Second, false},
		{time.Second, 0, 2 * time.Second, false},
		{time.Second, 0, 4 * time.Second, false},
		{time.Second, 2 * time.Minute, time.Second, false}, // the uptime reset the failures
		{time.Second, 0, 2 * time.Second, false},
		{time.Second, 0, 4 * time.Second, false},
		{time.Second, 0, 5 * time.Second, false},
		{time.Second, 0, time.Hour, true},
		{time.Hour, 30 * time.Second, time.Hour, true}, // half-open, uptime too short
		{time.Hour, time.Minute, time.Second, false},
	}
	for i, s := range steps {
		now = now.Add(s.after)
		if wait, parked := r.Failed(now, s.uptime); wait != s.wait || parked != s.parked {
			t.Errorf("step %d: got %v, %t, want %v, %t", i, wait, parked, s.wait, s.parked)
		}
	}
}

func TestJitter(t *testing.T) {
	t.Parallel()
	const low, high = 500 * time.Millisecond, 1500 * time.Millisecond
	seen := map[time.Duration]bool{}
	for range 1000 {
		r := New(Policy{
			Initial: time.Second, Max: time.Second, Multiplier: 1, Jitter: 0.5,
			Budget: 2, Window: time.Minute, ParkedRetry: time.Second, ResetAfter: time.Minute,
		})
		for _, parked := range []bool{false, true} {
			wait, got := r.Failed(time.Unix(0, 0), 0)
			if got != parked || wait < low || wait > high {
				t.Fatalf("got %v, %t, want %v to %v, %t", wait, got, low, high, parked)
			}
			seen[wait] = true
		}
	}
	if len(seen) < 1000 {
		t.Errorf("2000 delays had %d values, want random ones", len(seen))
	}
}
