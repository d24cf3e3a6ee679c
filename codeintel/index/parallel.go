package index

import (
	"cmp"
	"context"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// forEach calls do for every index below n on up to GOMAXPROCS goroutines and reports each
// completed call to progress, which may be nil. After the first error of do, or the end of
// ctx, it starts no further calls. It returns that error when all calls have returned.
func forEach(ctx context.Context, n int, progress facts.Progress, do func(i int) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	step := facts.NewSteps(n, progress)
	var once sync.Once
	var failed error
	err := parallel.For(ctx, n, 1, func(i int) {
		if err := do(i); err != nil {
			once.Do(func() { failed = err })
			cancel()
			return
		}
		step.One()
	})
	return cmp.Or(failed, err)
}
