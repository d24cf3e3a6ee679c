package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapBudget is the heap size, in bytes, up to which garbage is collected less often than
// with Go's default. Most memory that analysis allocates becomes garbage soon, so fewer
// collections save time. A project of half a million lines fits in the budget.
const heapBudget = 512 << 20

// maxGarbage bounds the garbage, in bytes, of a heap beyond the budget. With Go's default,
// the garbage can be as large as the live heap, which is too much for millions of lines.
const maxGarbage = 320 << 20

// Bounds of the percentage of the garbage collector. Below the lower one, it would use most
// of the time.
const (
	minPercent = 20
	maxPercent = 400
)

// tuneGC sets the percentage after each collection according to the live heap, unless the
// user has set GOGC or GOMEMLIMIT.
func tuneGC() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(maxPercent)
	afterEachCycle()
}

// afterEachCycle sets the percentage now and after each collection. It allocates an object
// whose cleanup runs after the next collection and calls afterEachCycle.
func afterEachCycle() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
	cycle := new([16]byte)
	runtime.AddCleanup(cycle, func(struct{}) { afterEachCycle() }, struct{}{})
}

// percentFor returns the allowed garbage in percent of the live heap. The allowed garbage is
// the larger of two sizes: the rest of the budget, and the size of the live heap up to
// maxGarbage. The percentage is between minPercent and maxPercent.
func percentFor(live uint64) int {
	if live == 0 {
		return maxPercent
	}
	garbage := max(heapBudget-min(live, heapBudget), min(live, maxGarbage))
	return int(min(max(garbage*100/live, minPercent), maxPercent))
}
