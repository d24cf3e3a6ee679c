package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// heapBudget is how large the heap may grow before garbage is collected as
// eagerly as Go does by default. Below it memory buys time: half a million lines
// are analysed in bursts that leave little behind.
const heapBudget = 512 << 20

// maxGarbage is how much garbage a larger heap may hold: of millions of lines as
// much again as is live would be more than the machine has.
const maxGarbage = 320 << 20

// Bounds of the garbage collector's percentage: below the lower one it would do
// little else.
const (
	minPercent = 20
	maxPercent = 400
)

// tuneGC sets the percentage after each collection by what is left, unless the
// user decided about it.
func tuneGC() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(maxPercent)
	afterEachCycle()
}

// afterEachCycle adjusts the percentage once now, and once whenever what it
// allocates is collected.
func afterEachCycle() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percentFor(live[0].Value.Uint64()))
	cycle := new([16]byte)
	runtime.AddCleanup(cycle, func(struct{}) { afterEachCycle() }, struct{}{})
}

// percentFor returns how much garbage, in percent of what is live, fits into the
// budget with it, or is as much as is live, up to the most.
func percentFor(live uint64) int {
	if live == 0 {
		return maxPercent
	}
	garbage := max(heapBudget-min(live, heapBudget), min(live, maxGarbage))
	return int(min(max(garbage*100/live, minPercent), maxPercent))
}
