package graph

import "slices"

// closure walks edges breadth first. For every pair of directly related nodes it returns one
// edge, with the depth at which the walk first reached it. It stops when files are missing.
func (a *attempt) closure(target Node, q Query) []step {
	w := newWalk(a, q)
	w.enter(w.startOf(target, q.Inbound))
	w.run()
	return w.steps
}

// run advances up to the query's MaxDepth. It stops when files are missing.
func (w *walk) run() {
	for depth := 1; depth <= w.query.MaxDepth && len(w.frontier) > 0 && len(w.missing) == 0; depth++ {
		w.advance(depth)
	}
}

// path returns the edges of a shortest path from source to target along the
// query's relation, in order; nil when there is none within MaxDepth.
func (a *attempt) path(source, target Node, q Query) []step {
	w := newWalk(a, q)
	starts, ends := w.startOf(source, q.Inbound), w.startOf(target, !q.Inbound)
	if a.isFile(source) && a.isFile(target) && !slices.Contains(q.Relations, Call) {
		w.fileLevel, starts, ends = true, []Node{source}, []Node{target}
	}
	w.enter(starts)
	goal := map[Node]bool{}
	for _, n := range ends {
		goal[n] = true
	}
	reachedBy := map[Node]step{}
	for depth := 1; depth <= q.MaxDepth && len(w.frontier) > 0 && len(a.missing) == 0; depth++ {
		before := len(w.steps)
		w.advance(depth)
		for _, s := range w.steps[before:] {
			reached := w.far(s)
			if _, known := reachedBy[reached]; reached == none || known || w.starts[reached] {
				continue
			}
			reachedBy[reached] = s
			if goal[reached] {
				return w.pathTo(reached, reachedBy)
			}
		}
	}
	return nil
}

// pathTo returns the steps from a start to the end. reachedBy contains the step that first
// reached each node.
func (w *walk) pathTo(end Node, reachedBy map[Node]step) []step {
	var steps []step
	for n := end; ; {
		s, ok := reachedBy[n]
		if !ok {
			break
		}
		steps = append(steps, s)
		n = w.near(s)
	}
	slices.Reverse(steps)
	for i := range steps {
		steps[i].depth = i + 1
	}
	return steps
}

// walk is the state of a breadth-first walk.
type walk struct {
	*attempt
	query     Query
	fileLevel bool // treat imports as edges between files
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

func newWalk(a *attempt, q Query) *walk {
	return &walk{attempt: a, query: q, seen: map[Node]bool{}, starts: map[Node]bool{}, pairs: map[pair]bool{}}
}

// startOf returns the nodes of the target at which a walk begins or ends.
func (w *walk) startOf(target Node, inbound bool) []Node {
	if inbound {
		return w.objects(target)
	}
	return w.subjects(target)
}

func (w *walk) enter(nodes []Node) {
	for _, n := range nodes {
		if !w.seen[n] {
			w.seen[n], w.starts[n] = true, true
			w.frontier = append(w.frontier, n)
		}
	}
}

// far returns the node that the walk reaches by a step.
func (w *walk) far(s step) Node {
	if w.query.Inbound {
		return s.from
	}
	return s.to
}

// near returns the node that the walk leaves by a step.
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
		for _, s := range w.stepsAt(n) {
			p := pair{s.from, s.to, s.edge.relation, s.edge.external}
			if w.pairs[p] || w.repeats(p) {
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

// repeats reports whether p is an import by an element that already has an edge of another
// relation to the same target. The import adds no information to that edge.
func (w *walk) repeats(p pair) bool {
	return p.relation == Import && !w.isFile(p.from) && slices.ContainsFunc(Relations(), func(r Relation) bool {
		return r != Import && w.pairs[pair{p.from, p.to, r, p.external}]
	})
}

// stepsAt returns the steps from a node. Imports come last.
func (w *walk) stepsAt(n Node) []step {
	var steps []step
	if slices.Contains(w.query.Relations, Call) {
		if w.query.Inbound {
			steps = w.callsTo(n)
		} else {
			steps = w.callsFrom(n)
		}
	}
	if w.query.Inbound {
		steps = append(steps, w.referencesTo(n, w.query.Relations)...)
	} else {
		steps = append(steps, w.referencesFrom(n, w.query.Relations)...)
	}
	if !slices.Contains(w.query.Relations, Import) {
		return steps
	}
	switch {
	case w.fileLevel && w.isFile(n):
		return append(steps, w.moduleSteps(n)...)
	case w.query.Inbound:
		return append(steps, w.importsInto(n)...)
	case w.isFile(n):
		return append(steps, w.importsFrom(n)...)
	}
	return append(steps, w.usesOf(n)...)
}

// importsInto returns the imports that lead to a node: one step from each element that uses
// the import and one from the file that contains it.
func (w *walk) importsInto(n Node) []step {
	var found []step
	if w.isFile(n) && w.starts[n] {
		found = w.importsThrough(n) // the target itself: every import from it counts
	} else {
		found = w.importsTo(n)
	}
	var steps []step
	for _, s := range found {
		for _, u := range s.edge.users {
			steps = append(steps, step{file: s.file, edge: s.edge, from: u, to: s.to})
		}
		steps = append(steps, s)
	}
	return steps
}

// moduleSteps returns the imports that a file contains or, for an inbound query, those that
// lead to it, as steps between files.
func (w *walk) moduleSteps(n Node) []step {
	var found, steps []step
	if w.query.Inbound {
		found = w.importsThrough(n)
	} else {
		found = w.importsFrom(n)
	}
	for _, s := range found {
		if s.edge.module != none {
			s.to = s.edge.module
			steps = append(steps, s)
		}
	}
	return steps
}
