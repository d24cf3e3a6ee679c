package pool

import (
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
)

func testHold() *hold {
	return &hold{restarts: backoff.New(backoff.Policy{
		Initial: time.Second, Max: time.Minute, Multiplier: 2,
		Budget: 2, Window: time.Hour, ParkedRetry: time.Hour, ResetAfter: time.Minute,
	})}
}

// TestFailingTogether: an instance that was requested before the first failure
// does not spend the crash budget again when it fails too.
func TestFailingTogether(t *testing.T) {
	t.Parallel()
	h, start := testHold(), time.Now()
	for i := range 10 {
		now := start.Add(time.Duration(i+1) * time.Millisecond)
		if wait, parked := h.failed(start, now); parked || !now.Add(wait).Equal(start.Add(time.Second+time.Millisecond)) {
			t.Errorf(
				"failure %d of one burst: got delay %v, parked %t, want %v after the first, not parked",
				i, wait, parked, time.Second+time.Millisecond,
			)
		}
	}
	later := start.Add(2 * time.Second)
	if wait, parked := h.failed(later, later); !parked || wait != time.Hour {
		t.Errorf("a failure of its own: got delay %v, parked %t, want 1h0m0s, parked", wait, parked)
	}
	if _, parked := h.failed(start, later); !parked {
		t.Error("a straggler of the first failure: got parked false, want true")
	}
}

// TestHoldForgets: as for a process that is kept running, failures are
// forgotten after ResetAfter without a failure.
func TestHoldForgets(t *testing.T) {
	t.Parallel()
	h, now := testHold(), time.Now()
	for range 5 {
		if wait, parked := h.failed(now, now); parked || wait != time.Second {
			t.Errorf("got delay %v, parked %t, want 1s, not parked", wait, parked)
		}
		now = now.Add(time.Second)
		h.started(now)
		now = now.Add(time.Minute)
		h.started(now)
	}
}
