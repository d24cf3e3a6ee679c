package parallel_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/parallel"
)

func TestForCallsEveryIndexOnce(t *testing.T) {
	for _, batch := range []int{1, 3, 64} {
		for _, n := range []int{0, 1, 2, 63, 64, 65, 1000} {
			calls := make([]atomic.Int32, n)
			if err := parallel.For(context.Background(), n, batch, func(i int) { calls[i].Add(1) }); err != nil {
				t.Fatalf("For(%d, %d): got error %v, want none", n, batch, err)
			}
			for i := range calls {
				if got := calls[i].Load(); got != 1 {
					t.Errorf("For(%d, %d): index %d: got %d calls, want 1", n, batch, i, got)
				}
			}
		}
	}
}

func TestForStopsWhenContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	const n = 1_000_000
	var calls atomic.Int64
	err := parallel.For(ctx, n, 1, func(int) {
		calls.Add(1)
		cancel()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	if got := calls.Load(); got == n {
		t.Errorf("got %d calls, want fewer", got)
	}
}
