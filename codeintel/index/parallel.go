package index

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// inParallel calls do for each of n items on all processors, in their order, until
// one fails or ctx ends, and counts each that is done.
func inParallel(ctx context.Context, n int, progress facts.Progress, do func(i int) error) error {
	step := facts.NewSteps(n, progress)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(i); err != nil {
					return err
				}
				step.One()
			}
		})
	}
	return group.Wait()
}
