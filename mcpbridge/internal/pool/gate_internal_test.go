package pool

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// TestGateQueue: the gate bounds the calls inside and those that wait, and admits waiting
// calls in order.
func TestGateQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 3)
		if err := g.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		canceled, cancel := context.WithCancel(t.Context())
		withdrawn := make(chan error, 1)
		var order []int
		go func() { withdrawn <- g.enter(canceled) }()
		synctest.Wait()
		for i := range 2 {
			go func() {
				if err := g.enter(t.Context()); err != nil {
					t.Error(err)
				}
				order = append(order, i) // one call at a time is inside
				g.leave()
			}()
			synctest.Wait()
		}
		if err := g.enter(t.Context()); !errors.Is(err, errGateFull) {
			t.Errorf("fifth call: got error %v, want %v", err, errGateFull)
		}
		cancel()
		if err := <-withdrawn; !errors.Is(err, context.Canceled) {
			t.Errorf("canceled call: got error %v, want %v", err, context.Canceled)
		}
		g.leave()
		synctest.Wait()
		if want := []int{0, 1}; !slices.Equal(order, want) {
			t.Errorf("got order %v, want %v", order, want)
		}
		if n := g.admitted.Load(); n != 0 {
			t.Errorf("got %d calls admitted at the end, want 0", n)
		}
	})
}

// TestGateWithoutQueue: without a queue, a call beyond the bound fails at once.
func TestGateWithoutQueue(t *testing.T) {
	t.Parallel()
	g := newGate(1, 0)
	for i, want := range []error{nil, errGateFull} {
		if err := g.enter(t.Context()); !errors.Is(err, want) {
			t.Errorf("call %d: got error %v, want %v", i, err, want)
		}
	}
	g.leave()
	if err := g.enter(t.Context()); err != nil {
		t.Errorf("after leave: got error %v, want none", err)
	}
}
