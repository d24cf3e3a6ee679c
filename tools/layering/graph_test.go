package main

import (
	"math/rand/v2"
	"testing"
)

// TestOrderNearMinimum compares the heuristic with the exact minimum, found by
// trying every order of a small graph.
func TestOrderNearMinimum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		g := randomGraph(random, 2+n%5, 0.2+0.1*float64(n%6))
		got, want := len(g.against(g.order())), minimum(g)
		if got < want || got > want+1 {
			t.Errorf("graph %d %v: got %d references against the order, want %d or %d", n, g.refs, got, want, want+1)
		}
	}
}

// TestOrderOfLayers checks that a graph without cycles has no reference
// against its order.
func TestOrderOfLayers(t *testing.T) {
	g := graph{files: make([]string, 12), refs: make([]map[int]bool, 12)}
	for i := range g.refs {
		g.refs[i] = map[int]bool{}
		for j := range i {
			g.refs[i][(j*7)%i] = true
		}
	}
	if got := g.against(g.order()); len(got) != 0 {
		t.Errorf("got references %v against the order %v, want none", got, g.order())
	}
}

func TestAgainst(t *testing.T) {
	g := graph{files: []string{"a", "b"}, refs: []map[int]bool{{1: true}, {0: true}}}
	got := g.against([]int{1, 0})
	if want := [2]int{0, 1}; len(got) != 1 || got[0] != want {
		t.Errorf("got %v, want [%v]", got, want)
	}
}

func randomGraph(random *rand.Rand, size int, density float64) graph {
	g := graph{files: make([]string, size), refs: make([]map[int]bool, size)}
	for a := range g.refs {
		g.refs[a] = map[int]bool{}
		for b := range size {
			if a != b && random.Float64() < density {
				g.refs[a][b] = true
			}
		}
	}
	return g
}

// minimum tries all orders.
func minimum(g graph) int {
	best := g.edges()
	var try func(done, rest []int)
	try = func(done, rest []int) {
		if len(rest) == 0 {
			best = min(best, len(g.against(done)))
			return
		}
		for i, file := range rest {
			others := append(append([]int{}, rest[:i]...), rest[i+1:]...)
			try(append(append([]int{}, done...), file), others)
		}
	}
	all := make([]int, len(g.files))
	for i := range all {
		all[i] = i
	}
	try(nil, all)
	return best
}
