package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapBudget is the heap size, in bytes, up to which garbage is collected less often than
// Go's default. Analysis allocates in bursts that leave little behind, so a larger heap saves
// time: half a million lines fit in the budget.
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

// afterEachCycle sets the percentage now, and again after each collection: each one
// collects the object that it allocates.
func afterEachCycle() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
	cycle := new([16]byte)
	runtime.AddCleanup(cycle, func(struct{}) { afterEachCycle() }, struct{}{})
}

// percentFor returns the garbage that is allowed, in percent of the live heap: what the
// budget leaves or, if that is more, as much as the live heap, up to maxGarbage.
func percentFor(live uint64) int {
	if live == 0 {
		return maxPercent
	}
	garbage := max(heapBudget-min(live, heapBudget), min(live, maxGarbage))
	return int(min(max(garbage*100/live, minPercent), maxPercent))
}
