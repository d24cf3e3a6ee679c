package graph

import "slices"

// closure walks edges breadth first and returns, for every pair of nodes that
// are directly related, one edge at the depth it was first met.
func (g *Graph) closure(target Node, q Query) []step {
	w := newWalk(g, q)
	w.enter(g.startOf(target, q))
	for depth := 1; depth <= q.MaxDepth && len(w.frontier) > 0; depth++ {
		w.advance(depth)
	}
	return w.steps
}

// Path returns the edges of a shortest path from source to target along the
// query's relation, in order; nil when there is none within MaxDepth.
func (g *Graph) Path(source, target Node, q Query) []Result {
	starts, ends := g.startOf(source, q), g.startOf(target, Query{Inbound: !q.Inbound})
	w := newWalk(g, q)
	if g.isFile(source) && g.isFile(target) && !slices.Contains(q.Relations, Call) {
		w.fileLevel, starts, ends = true, []Node{source}, []Node{target}
	}
	w.enter(starts)
	goal := map[Node]bool{}
	for _, n := range ends {
		goal[n] = true
	}
	cameBy := map[Node]step{}
	for depth := 1; depth <= q.MaxDepth && len(w.frontier) > 0; depth++ {
		before := len(w.steps)
		w.advance(depth)
		for _, s := range w.steps[before:] {
			reached := w.far(s)
			if _, known := cameBy[reached]; reached == none || known || w.starts[reached] {
				continue
			}
			cameBy[reached] = s
			if goal[reached] {
				return g.pathTo(reached, cameBy, w, q)
			}
		}
	}
	return nil
}

func (g *Graph) pathTo(end Node, cameBy map[Node]step, w *walk, q Query) []Result {
	var steps []step
	for n := end; ; {
		s, ok := cameBy[n]
		if !ok {
			break
		}
		steps = append(steps, s)
		n = w.near(s)
	}
	slices.Reverse(steps)
	results := make([]Result, len(steps))
	for i, s := range steps {
		s.depth = i + 1
		results[i] = g.result(s, q.Inbound)
	}
	return results
}

// startOf returns the nodes a walk begins at, or ends at.
func (g *Graph) startOf(target Node, q Query) []Node {
	if q.Inbound {
		return g.objects(target)
	}
	return g.subjects(target)
}

// walk is the state of a breadth-first walk.
type walk struct {
	graph     *Graph
	query     Query
	fileLevel bool // treat imports as between files
	seen      map[Node]bool
	starts    map[Node]bool
	frontier  []Node
	steps     []step
	pairs     map[pair]bool
}

type pair struct {
	from, to Node
	relation Relation
	external string
}

func newWalk(g *Graph, q Query) *walk {
	return &walk{graph: g, query: q, seen: map[Node]bool{}, starts: map[Node]bool{}, pairs: map[pair]bool{}}
}

func (w *walk) enter(nodes []Node) {
	for _, n := range nodes {
		if !w.seen[n] {
			w.seen[n], w.starts[n] = true, true
			w.frontier = append(w.frontier, n)
		}
	}
}

// far is the end of a step that the walk comes to, near the one it comes from.
func (w *walk) far(s step) Node {
	if w.query.Inbound {
		return s.from
	}
	return s.to
}

func (w *walk) near(s step) Node {
	if w.query.Inbound {
		return s.to
	}
	return s.from
}

// advance takes one step from every node of the frontier.
func (w *walk) advance(depth int) {
	frontier := w.frontier
	w.frontier = nil
	for _, n := range frontier {
		for _, s := range w.edgesAt(n) {
			e := &w.graph.edges[s.edge]
			p := pair{s.from, s.to, e.relation, e.external}
			if w.pairs[p] || w.repeatsCall(p) {
				continue
			}
			w.pairs[p] = true
			s.depth = depth
			w.steps = append(w.steps, s)
			if next := w.far(s); next != none && !w.seen[next] {
				w.seen[next] = true
				w.frontier = append(w.frontier, next)
			}
		}
	}
}

// repeatsCall reports an import used by an element that calls the same target:
// the call says it already.
func (w *walk) repeatsCall(p pair) bool {
	return p.relation == Import && !w.graph.isFile(p.from) && w.pairs[pair{p.from, p.to, Call, p.external}]
}

// edgesAt returns the steps that lead on from a node. Calls come first.
func (w *walk) edgesAt(n Node) []step {
	g := w.graph
	var steps []step
	if slices.Contains(w.query.Relations, Call) {
		if w.query.Inbound {
			steps = g.calls([]Node{n}, g.in)
		} else {
			steps = g.calls([]Node{n}, g.out)
		}
	}
	if !slices.Contains(w.query.Relations, Import) {
		return steps
	}
	switch {
	case w.fileLevel && g.isFile(n):
		return append(steps, w.moduleEdges(n)...)
	case w.query.Inbound:
		return append(steps, w.importsInto(n)...)
	case g.isFile(n):
		return append(steps, g.importsBy(n)...)
	}
	for _, i := range g.users[n] {
		steps = append(steps, step{edge: i, from: n, to: g.edges[i].to})
	}
	return steps
}

// importsInto returns the imports that lead to a node, each from the elements
// that use it and from the file that has it.
func (w *walk) importsInto(n Node) []step {
	g := w.graph
	var steps []step
	indexes := g.in[n]
	if g.isFile(n) && w.starts[n] {
		indexes = g.modules[n] // the target itself: whatever is taken from it
	}
	for _, i := range indexes {
		e := &g.edges[i]
		if e.relation != Import {
			continue
		}
		for _, u := range e.users {
			steps = append(steps, step{edge: i, from: u, to: e.to})
		}
		steps = append(steps, step{edge: i, from: e.from, to: e.to})
	}
	return steps
}

// moduleEdges returns imports as edges between files.
func (w *walk) moduleEdges(n Node) []step {
	g := w.graph
	var steps []step
	indexes := g.out[n]
	if w.query.Inbound {
		indexes = g.modules[n]
	}
	for _, i := range indexes {
		if e := &g.edges[i]; e.relation == Import && e.module != none {
			steps = append(steps, step{edge: i, from: e.from, to: e.module})
		}
	}
	return steps
}
