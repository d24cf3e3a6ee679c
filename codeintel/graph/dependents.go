package graph

import "slices"

// Step is an edge of a walk through the graph. Depth is the number of edges from the start to
// the end of this one.
type Step struct {
	Edge
	Depth int
}

// Dependents returns the edges by which other nodes depend on a node or on an element inside
// it. It follows all relations breadth first up to maxDepth and returns one edge for each
// relation between two nodes. An import has one edge from its file and one from each element
// that uses it. Edges between elements inside the node are included. If missing is not empty,
// the other results are zero: resolve these files to [facts.AllReferences] and call
// Dependents again.
func (g *Graph) Dependents(n Node, maxDepth int) (steps []Step, unresolved UnresolvedCounts, missing []string) {
	q := Query{Relations: Relations(), Inbound: true, Closure: true, MaxDepth: maxDepth}
	a := g.newAttempt(q.Depth())
	own := g.subjects(n)
	w := newWalk(a, q)
	w.enter(own)
	w.run()
	unresolved = UnresolvedCounts{Calls: len(a.unresolvedTo(n, own, Call)), Imports: len(a.unresolvedTo(n, own, Import))}
	if len(a.missing) > 0 {
		return nil, UnresolvedCounts{}, a.missingPaths()
	}
	steps = make([]Step, len(w.steps))
	for i := range w.steps {
		steps[i] = w.steps[i].exported()
	}
	return steps, unresolved, nil
}

func (s *step) exported() Step {
	e := s.file.edge(s.edge)
	e.From, e.To, e.Possible = s.from, s.to, s.possible
	if s.possible {
		e.Member = ""
	}
	return Step{Edge: e, Depth: s.depth}
}

// Overriding returns the members that override or implement a node or an element inside it,
// sorted by place. If missing is not empty, the list may be incomplete: resolve these files
// to [facts.CallsAndImports] and call Overriding again.
func (g *Graph) Overriding(n Node) (nodes []Node, missing []string) {
	a := g.newAttempt(Call.depth())
	for _, m := range g.subjects(n) {
		for _, o := range a.overriding(member{node: m}) {
			if !slices.Contains(nodes, o) {
				nodes = append(nodes, o)
			}
		}
	}
	g.byPlace(nodes)
	return nodes, a.missingPaths()
}
