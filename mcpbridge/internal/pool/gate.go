package pool

import (
	"context"
	"errors"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// errGateFull means that no more calls may wait at a gate.
var errGateFull = errors.New("the queue is full")

// gate bounds the instances of SharingPerCall and the calls that wait for one. Calls
// enter in the order in which they came.
type gate struct {
	slots *semaphore.Weighted
	// admitted counts the calls that entered or wait. The semaphore does not bound
	// the number of its waiters.
	admitted atomic.Int64
	max      int64
}

func newGate(maxInside, maxQueue int) *gate {
	return &gate{slots: semaphore.NewWeighted(int64(maxInside)), max: int64(maxInside + maxQueue)}
}

// enter waits for a slot, which leave gives back. Its error is errGateFull or that
// of ctx.
func (g *gate) enter(ctx context.Context) error {
	for {
		n := g.admitted.Load()
		if n >= g.max {
			return errGateFull
		}
		if g.admitted.CompareAndSwap(n, n+1) {
			break
		}
	}
	if err := g.slots.Acquire(ctx, 1); err != nil {
		g.admitted.Add(-1)
		return err
	}
	return nil
}

// leave gives a slot back; the call that has waited longest gets it.
func (g *gate) leave() {
	g.admitted.Add(-1)
	g.slots.Release(1)
}
