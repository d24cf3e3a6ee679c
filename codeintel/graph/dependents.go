package graph

// Step is an edge of a walk through the graph. Depth is the number of edges from the start to
// the end of this one.
type Step struct {
	Edge
	Depth int
}

// Dependents returns the edges by which other nodes depend on the nodes own, which are the
// targets and those elements inside them that belong to them, see [Graph.Inside]. It follows
// all relations breadth first up to maxDepth and returns one edge for each relation between two
// nodes. An import has one edge from its file and one from each element that uses it. Edges
// between the nodes own are included. unresolved counts each place once. If missing is not
// empty, the other results are zero: resolve these files to [facts.AllReferences] and call
// Dependents again.
func (g *Graph) Dependents(
	targets, own []Node, maxDepth int,
) (steps []Step, unresolved UnresolvedCounts, missing []string) {
	q := Query{Relations: Relations(), Inbound: true, Closure: true, MaxDepth: maxDepth}
	a := g.newAttempt(q.Depth())
	w := newWalk(a, q)
	w.enter(own)
	w.run()
	unresolved = UnresolvedCounts{
		Calls: len(a.unresolvedTo(targets, own, Call)), Imports: len(a.unresolvedTo(targets, own, Import)),
	}
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

// Inside returns a node and all elements inside it.
func (g *Graph) Inside(n Node) []Node { return g.subjects(n) }

// Overriding returns the members that override or implement one of the nodes own, sorted by
// place. If missing is not empty, the list may be incomplete: resolve these files to
// [facts.CallsAndImports] and call Overriding again.
func (g *Graph) Overriding(own []Node) (nodes []Node, missing []string) {
	a := g.newAttempt(Call.depth())
	found := map[Node]bool{}
	for _, m := range own {
		for _, o := range a.overriding(member{node: m}) {
			if !found[o] {
				found[o] = true
				nodes = append(nodes, o)
			}
		}
	}
	g.byPlace(nodes)
	return nodes, a.missingPaths()
}

// Overrides reports whether a member overrides or implements another one. missing is as with
// [Graph.Overriding].
func (g *Graph) Overrides(n Node) (overrides bool, missing []string) {
	a := g.newAttempt(Call.depth())
	overrides = len(a.overridden(n)) > 0
	return overrides, a.missingPaths()
}
