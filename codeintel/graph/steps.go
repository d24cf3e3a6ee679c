package graph

import "slices"

// step is an edge as it is walked: an import can be walked from the file that
// has it or from an element that uses it, a call to what overrides its target.
type step struct {
	file     *file
	edge     *edge
	from, to Node
	depth    int
	possible bool // overrides what the call leads to
}

// callsFrom returns the calls of a node, possible calls last.
func (a *asking) callsFrom(n Node) []step {
	f := a.nodes[n].file
	refs := a.look(f)
	var steps []step
	for _, l := range at(refs.from, n) {
		if e := &refs.edges[l.edge]; e.relation == Call {
			steps = append(steps, step{file: f, edge: e, from: n, to: e.to})
		}
	}
	certain := places(steps)
	for _, s := range steps[:len(steps):len(steps)] {
		for _, to := range a.possible(s.edge) {
			steps = appendPossible(steps, certain, step{file: f, edge: s.edge, from: n, to: to})
		}
	}
	return steps
}

// possible returns the nodes that a call may reach in addition to its target.
func (a *asking) possible(e *edge) []Node {
	if e.relation != Call || e.to == none || e.exact {
		return nil
	}
	overriding := a.overriding(member{e.to, e.member})
	if e.through == none {
		return overriding
	}
	return slices.DeleteFunc(slices.Clone(overriding), func(to Node) bool { return !a.inherits(to, e.through) })
}

// callsTo returns the calls of a node, behind them those of what it overrides.
func (a *asking) callsTo(n Node) []step {
	files := a.callers(n)
	var steps []step
	for _, f := range files {
		steps = a.appendCalls(steps, f, n, nil)
	}
	certain := places(steps)
	for _, m := range a.overridden(n) {
		var through []step
		for _, f := range a.callersOf(m, files) {
			through = a.appendCalls(through, f, m.node, &m.name)
		}
		for _, s := range through {
			if !s.edge.exact && a.inherits(n, s.edge.through) {
				steps = appendPossible(steps, certain, step{file: s.file, edge: s.edge, from: s.from, to: n})
			}
		}
	}
	return steps
}

// callersOf returns the files that may call a member. They are those that may
// call what overrides it: both bear the same name.
func (a *asking) callersOf(m member, ofOverride []*file) []*file {
	if m.name != "" {
		return ofOverride
	}
	return union(ofOverride, a.callers(m.node))
}

// appendCalls appends the calls of a node in a file, those of one member only if
// one is given.
func (a *asking) appendCalls(steps []step, f *file, n Node, member *string) []step {
	refs := a.look(f)
	for _, l := range at(refs.to, n) {
		e := &refs.edges[l.edge]
		if e.relation == Call && (member == nil || e.member == *member) {
			steps = append(steps, step{file: f, edge: e, from: e.from, to: n})
		}
	}
	return steps
}

// place is where a step leads and where it is written.
type place struct {
	file         *file
	line, column int32
	to           Node
}

func (s *step) place() place { return place{s.file, s.edge.line, s.edge.column, s.to} }

func places(steps []step) map[place]bool {
	out := make(map[place]bool, len(steps))
	for i := range steps {
		out[steps[i].place()] = true
	}
	return out
}

// appendPossible appends a possible call unless it is a duplicate.
func appendPossible(steps []step, known map[place]bool, s step) []step {
	if p := s.place(); !known[p] {
		known[p] = true
		s.possible = true
		steps = append(steps, s)
	}
	return steps
}

// referencesFrom returns how a node refers to others by one of the relations.
func (a *asking) referencesFrom(n Node, relations []Relation) []step {
	f := a.nodes[n].file
	refs := a.look(f)
	var steps []step
	for _, l := range at(refs.from, n) {
		if e := &refs.edges[l.edge]; e.relation > Import && slices.Contains(relations, e.relation) {
			steps = append(steps, step{file: f, edge: e, from: n, to: e.to})
		}
	}
	return steps
}

// referencesTo returns how others refer to a node by one of the relations.
func (a *asking) referencesTo(n Node, relations []Relation) []step {
	var steps []step
	for _, f := range a.referrers(n, relations) {
		refs := a.look(f)
		for _, l := range at(refs.to, n) {
			if e := &refs.edges[l.edge]; e.relation > Import && slices.Contains(relations, e.relation) {
				steps = append(steps, step{file: f, edge: e, from: e.from, to: n})
			}
		}
	}
	return steps
}

// usesOf returns the imports of its file that an element uses.
func (a *asking) usesOf(n Node) []step {
	f := a.nodes[n].file
	refs := a.look(f)
	var steps []step
	for _, l := range at(refs.users, n) {
		steps = append(steps, step{file: f, edge: &refs.edges[l.edge], from: n, to: refs.edges[l.edge].to})
	}
	return steps
}

// importsFrom returns what a file imports.
func (a *asking) importsFrom(n Node) []step {
	f := a.nodes[n].file
	refs := a.look(f)
	var steps []step
	for _, l := range at(refs.from, n) {
		if e := &refs.edges[l.edge]; e.relation == Import {
			steps = append(steps, step{file: f, edge: e, from: n, to: e.to})
		}
	}
	return steps
}

// importsTo returns the imports that lead to a node.
func (a *asking) importsTo(n Node) []step {
	var steps []step
	for _, f := range a.importers(n) {
		refs := a.look(f)
		for _, l := range at(refs.to, n) {
			if e := &refs.edges[l.edge]; e.relation == Import {
				steps = append(steps, step{file: f, edge: e, from: e.from, to: n})
			}
		}
	}
	return steps
}

// importsThrough returns the imports whose specifier leads to a file.
func (a *asking) importsThrough(n Node) []step { return a.through(n, a.importersOfModule(n)) }

func (a *asking) through(n Node, importers []*file) []step {
	var steps []step
	for _, f := range importers {
		refs := a.look(f)
		for _, l := range at(refs.modules, n) {
			e := &refs.edges[l.edge]
			steps = append(steps, step{file: f, edge: e, from: e.from, to: e.to})
		}
	}
	return steps
}
