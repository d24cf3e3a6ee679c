package graph

import "slices"

// step is one traversal of an edge. Its ends can differ from those of the edge: the traversal
// of an import can begin at the file or at an element that uses the import, and the traversal
// of a call can end at a member that overrides the called one.
type step struct {
	file     *file
	edge     *edge
	from, to Node
	depth    int
	possible bool // the called member is overridden, see Possible
}

// callsFrom returns the calls of a node, possible calls last.
func (a *attempt) callsFrom(n Node) []step {
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
func (a *attempt) possible(e *edge) []Node {
	if e.relation != Call || e.to == none || e.exact {
		return nil
	}
	overriding := a.overriding(member{e.to, e.member})
	if e.through == none {
		return overriding
	}
	return slices.DeleteFunc(slices.Clone(overriding), func(to Node) bool { return !a.inherits(to, e.through) })
}

// callsTo returns the calls of a node, and after them the calls of the members it overrides.
func (a *attempt) callsTo(n Node) []step {
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

// callersOf returns the files that may call the member m. ofOverride contains the files that
// may call a member that overrides m. If m is not an element, callersOf returns ofOverride,
// because m has the same name as that member.
func (a *attempt) callersOf(m member, ofOverride []*file) []*file {
	if m.name != "" {
		return ofOverride
	}
	return union(ofOverride, a.callers(m.node))
}

// appendCalls appends the calls of a node in a file. If member is not nil, it appends only the
// calls of that member.
func (a *attempt) appendCalls(steps []step, f *file, n Node, member *string) []step {
	refs := a.look(f)
	for _, l := range at(refs.to, n) {
		e := &refs.edges[l.edge]
		if e.relation == Call && (member == nil || e.member == *member) {
			steps = append(steps, step{file: f, edge: e, from: e.from, to: n})
		}
	}
	return steps
}

// place identifies a step by its position in the source and its target.
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

// appendPossible appends a possible call unless known contains it.
func appendPossible(steps []step, known map[place]bool, s step) []step {
	if p := s.place(); !known[p] {
		known[p] = true
		s.possible = true
		steps = append(steps, s)
	}
	return steps
}

// referencesFrom returns the references of a node to others by one of the relations. Calls and
// imports are not included.
func (a *attempt) referencesFrom(n Node, relations []Relation) []step {
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

// referencesTo returns the references of others to a node by one of the relations. Calls and
// imports are not included.
func (a *attempt) referencesTo(n Node, relations []Relation) []step {
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

// usesOf returns the imports that an element uses.
func (a *attempt) usesOf(n Node) []step {
	f := a.nodes[n].file
	refs := a.look(f)
	var steps []step
	for _, l := range at(refs.users, n) {
		steps = append(steps, step{file: f, edge: &refs.edges[l.edge], from: n, to: refs.edges[l.edge].to})
	}
	return steps
}

// importsFrom returns the imports of a file.
func (a *attempt) importsFrom(n Node) []step {
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
func (a *attempt) importsTo(n Node) []step {
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
func (a *attempt) importsThrough(n Node) []step { return a.through(n, a.importersOfModule(n)) }

func (a *attempt) through(n Node, importers []*file) []step {
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
