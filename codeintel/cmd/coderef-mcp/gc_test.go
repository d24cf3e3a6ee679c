package main

import "testing"

func TestGCPercentDependsOnLiveHeap(t *testing.T) {
	for _, tt := range []struct {
		live uint64
		want int
	}{
		{0, maxPercent},
		{heapBudget / 100, maxPercent},
		{heapBudget / 4, 300},
		{heapBudget / 2, 100},
		{maxGarbage, 100},
		{maxGarbage * 4, 25},
		{maxGarbage * 100, minPercent},
	} {
		if got := percentFor(tt.live); got != tt.want {
			t.Errorf("%d bytes live: got %d %%, want %d %%", tt.live, got, tt.want)
		}
	}
}
