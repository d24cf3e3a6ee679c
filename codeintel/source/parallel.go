package source

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// How many items a worker takes at a time: one look at the disk is a microsecond
// or two, too little to hand out singly; reading a folder is some twenty.
const (
	lookBatch = 64
	listBatch = 4
)

// inParallel calls do for every index below n on all processors, which take a batch
// at a time. It returns ctx's error when that ends early.
func inParallel(ctx context.Context, n, batch int, do func(i int)) error {
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
