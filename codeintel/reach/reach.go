// Package reach finds the elements that tests reach: those that may run when the tests run,
// according to calls and imports.
package reach

import (
	"context"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Set contains the files and elements that the tests of a project reach.
type Set struct {
	Tests   int // number of test files; if it is 0, the set is empty
	reached map[graph.Node]bool
	walk    *walk // nil without tests
}

// Has reports whether tests reach an element or file.
func (s *Set) Has(n graph.Node) bool { return s.reached[n] }

// Callers returns the number of distinct elements and files that call each element, possible
// calls included. It is empty if the project has no tests.
func (s *Set) Callers() map[graph.Node]int {
	out := map[graph.Node]int{}
	if s.walk == nil {
		return out
	}
	for from, targets := range s.walk.to {
		seen := map[graph.Node]bool{from: true}
		for _, to := range targets {
			if !seen[to] {
				seen[to] = true
				out[to]++
			}
		}
	}
	return out
}

// FileCallers returns the number of distinct elements and files outside of each file that call
// into it or use its names, by path. It is empty if the project has no tests.
func (s *Set) FileCallers() map[string]int {
	out := map[string]int{}
	if s.walk == nil {
		return out
	}
	for from, targets := range s.walk.to {
		seen := map[graph.Node]bool{s.walk.FileOf(from): true}
		for _, to := range targets {
			if file := s.walk.FileOf(to); !seen[file] {
				seen[file] = true
				out[s.walk.Element(file).File]++
			}
		}
	}
	return out
}

// FromTests returns the set of files and elements that tests reach. Beginning at all test
// files, it follows calls, possible calls, uses of imported names, and imports, which run the
// code of a module. A reached function reaches the functions nested in it. A reached class
// reaches its constructor; its other members are reached only by calls.
//
// FromTests resolves all files. In a project without tests it resolves none.
func FromTests(ctx context.Context, s *index.Snapshot) (*Set, error) {
	set := &Set{reached: map[graph.Node]bool{}}
	for _, file := range s.Files() {
		if index.IsTest(file) {
			set.Tests++
		}
	}
	if set.Tests == 0 {
		return set, nil
	}
	g, err := s.ResolveAll(ctx, facts.CallsAndImports)
	if err != nil {
		return nil, err
	}
	w := &walk{Graph: g, set: set, to: map[graph.Node][]graph.Node{}}
	set.walk = w
	for i, file := range g.Files() {
		if i%100 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.add(file)
	}
	for _, file := range g.Files() {
		if index.IsTest(g.Element(file).File) {
			w.reach(file)
			for _, n := range g.Elements(file) {
				w.reach(n)
			}
		}
	}
	w.run()
	return set, nil
}

// walk is the state of a walk over the graph.
type walk struct {
	*graph.Graph
	set   *Set
	to    map[graph.Node][]graph.Node // the nodes that a node reaches directly
	queue []graph.Node
}

// add records the targets of the edges of a file.
func (w *walk) add(file graph.Node) {
	for e := range w.EdgesAndPossible(file) {
		if e.TypeOnly {
			continue // does not exist at run time
		}
		for _, module := range []graph.Node{e.Module, e.To} {
			if e.Relation == graph.Import && module != graph.None {
				w.to[file] = append(w.to[file], w.FileOf(module))
			}
		}
		if e.To == graph.None {
			continue
		}
		if e.Relation == graph.Call {
			w.to[e.From] = append(w.to[e.From], e.To)
		}
		for _, user := range e.Users {
			w.to[user] = append(w.to[user], e.To)
		}
	}
}

func (w *walk) reach(n graph.Node) {
	if !w.set.reached[n] {
		w.set.reached[n] = true
		w.queue = append(w.queue, n)
	}
}

func (w *walk) run() {
	for ; len(w.queue) > 0; w.queue = w.queue[1:] {
		n := w.queue[0]
		for _, to := range w.to[n] {
			w.reach(to)
		}
		if w.IsFile(n) {
			continue
		}
		w.reach(w.FileOf(n)) // the module of n is loaded before n runs
		for _, c := range w.Children(n) {
			if w.runsWith(n, c) {
				w.reach(c)
			}
		}
	}
}

// runsWith reports whether a child may run when its parent does.
func (w *walk) runsWith(parent, child graph.Node) bool {
	c := w.Element(child)
	switch w.Element(parent).Type {
	case facts.Class, facts.Interface, facts.Enum, facts.TypeAlias, facts.Namespace:
		return c.Type == facts.Method && isConstructor(c.Name)
	default:
		return true
	}
}

func isConstructor(name string) bool {
	return strings.HasSuffix(name, ".constructor") || strings.HasSuffix(name, ".__init__") ||
		strings.HasSuffix(name, ".__new__")
}
