// Package parallel runs independent work on all processors.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// For calls do for every index below n on up to GOMAXPROCS goroutines. Each goroutine processes
// batch consecutive indexes at a time; batch must be at least 1. For returns when all calls
// have returned. If ctx ends, For starts no further batch and returns the error of ctx.
func For(ctx context.Context, n, batch int, do func(i int)) error {
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			end := int(next.Add(int64(batch)))
			for i := end - batch; i < min(end, n); i++ {
				do(i)
			}
			if end >= n {
				return
			}
		}
	}
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+batch-1)/batch) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	return ctx.Err()
}
