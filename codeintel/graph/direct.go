package graph

import "slices"

// direct returns the edges at the target itself.
func (a *asking) direct(target Node, q Query) []step {
	var steps []step
	for _, relation := range q.Relations {
		if q.Inbound {
			steps = append(steps, a.directTo(target, relation)...)
		} else {
			steps = append(steps, a.directFrom(target, relation)...)
		}
	}
	for i := range steps {
		steps[i].depth = 1
	}
	return steps
}

func (a *asking) directTo(target Node, r Relation) (steps []step) {
	if r == Import {
		return a.importsOf(target)
	}
	for _, n := range a.objects(target) {
		if r == Call {
			steps = append(steps, a.callsTo(n)...)
		} else {
			steps = append(steps, a.referencesTo(n, []Relation{r})...)
		}
	}
	return steps
}

func (a *asking) directFrom(target Node, r Relation) (steps []step) {
	if r == Import {
		return a.importsBy(target)
	}
	for _, n := range a.subjects(target) {
		if r == Call {
			steps = append(steps, a.callsFrom(n)...)
		} else {
			steps = append(steps, a.referencesFrom(n, []Relation{r})...)
		}
	}
	return steps
}

// importsBy returns what a file imports, or which of its file's imports an
// element and its members use.
func (a *asking) importsBy(target Node) []step {
	if a.isFile(target) {
		return a.importsFrom(target)
	}
	var steps []step
	for _, n := range a.subjects(target) {
		steps = append(steps, a.usesOf(n)...)
	}
	return steps
}

// importsOf returns the imports that lead to a file, or to an element through
// whatever re-exports lie between, those re-exports included.
func (a *asking) importsOf(target Node) []step {
	if a.isFile(target) {
		return a.importsThrough(target)
	}
	named := a.importsTo(target)
	return append(named, a.starExports(target, named)...)
}

// subjects returns the nodes whose outgoing edges are the target's: a class
// calls what its methods call, a file what its elements call.
func (g *Graph) subjects(target Node) []Node {
	if g.isFile(target) {
		return append([]Node{target}, g.nodes[target].file.elements...) // members included
	}
	nodes := []Node{target}
	for i := 0; i < len(nodes); i++ {
		nodes = append(nodes, g.nodes[nodes[i]].children...)
		nodes = append(nodes, g.straysOf(nodes[i])...)
	}
	return nodes
}

// objects returns the nodes whose incoming edges are the target's: a class is
// called where its constructor is, a file where any of its elements is.
func (g *Graph) objects(target Node) []Node {
	if g.isFile(target) {
		return g.subjects(target)
	}
	return append([]Node{target}, slices.DeleteFunc(slices.Clone(g.nodes[target].children), func(n Node) bool {
		return !g.isConstructor(n)
	})...)
}
