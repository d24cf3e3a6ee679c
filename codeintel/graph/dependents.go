package graph

import "slices"

// Step is an edge on a way through the graph, and how many edges it takes to
// get to its end.
type Step struct {
	Edge
	Depth int
}

// Dependents returns how others depend on a node or what belongs to it: breadth
// first by all relations, up to a depth, one edge for each relation of two nodes.
// An import is one of the file that has it and one of each element that uses it.
// Edges from within the node are among them. If missing is not empty, the result is
// incomplete: resolve these files to [facts.AllReferences] and call it again.
func (g *Graph) Dependents(n Node, maxDepth int) (steps []Step, unresolved UnresolvedCounts, missing []string) {
	q := Query{Relations: Relations(), Inbound: true, Closure: true, MaxDepth: maxDepth}
	a := g.asking(q.Depth())
	own := g.subjects(n)
	w := newWalk(a, q)
	w.enter(own)
	w.run()
	unresolved = UnresolvedCounts{Calls: a.unresolvedTo(n, own, Call), Imports: a.unresolvedTo(n, own, Import)}
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

// Overriding returns the members that override or implement a node or what belongs
// to it, by place. missing is as with [Graph.Dependents], to
// [facts.CallsAndImports].
func (g *Graph) Overriding(n Node) (nodes []Node, missing []string) {
	a := g.asking(Call.depth())
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
