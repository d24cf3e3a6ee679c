package retry

import (
	"testing"
	"time"
)

func TestSpread(t *testing.T) {
	const samples = 10_000
	for _, delay := range []time.Duration{time.Microsecond, 500 * time.Millisecond, time.Hour} {
		low, high := time.Duration(float64(delay)*(1-jitter)), time.Duration(float64(delay)*(1+jitter))
		shorter, longer := 0, 0
		for range samples {
			got := spread(delay)
			if got < low || got > high {
				t.Fatalf("spread(%v) = %v, want %v to %v", delay, got, low, high)
			}
			if got < delay {
				shorter++
			}
			if got > delay {
				longer++
			}
		}
		// The distribution is uniform: each half is expected 5000 times, with a standard deviation
		// of 50.
		if shorter < samples/3 || longer < samples/3 {
			t.Errorf(
				"spread(%v): %d of %d delays are shorter and %d longer, want at least %d of each",
				delay, shorter, samples, longer, samples/3,
			)
		}
	}
}

func TestSpreadOfNoDelay(t *testing.T) {
	for range 100 {
		if got := spread(0); got != 0 {
			t.Fatalf("got %v, want 0", got)
		}
	}
}
