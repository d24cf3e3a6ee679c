package graph

import "slices"

// direct returns the edges that begin or end at the target.
func (a *attempt) direct(target Node, q Query) []step {
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

func (a *attempt) directTo(target Node, r Relation) (steps []step) {
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

func (a *attempt) directFrom(target Node, r Relation) (steps []step) {
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

// importsBy returns the imports of a file, or the imports that an element and its members use.
func (a *attempt) importsBy(target Node) []step {
	if a.isFile(target) {
		return a.importsFrom(target)
	}
	var steps []step
	for _, n := range a.subjects(target) {
		steps = append(steps, a.usesOf(n)...)
	}
	return steps
}

// importsOf returns the imports that lead to a file or an element. For an element, it also
// returns the re-exports that pass it on.
func (a *attempt) importsOf(target Node) []step {
	if a.isFile(target) {
		return a.importsThrough(target)
	}
	named := a.importsTo(target)
	return append(named, a.starExports(target, named)...)
}

// subjects returns the nodes whose outgoing edges belong to the target: itself and all
// elements inside it. A class thus has the calls of its methods, a file those of its elements.
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

// objects returns the nodes whose incoming edges belong to the target: itself, the
// constructors of a class and all elements of a file.
func (g *Graph) objects(target Node) []Node {
	if g.isFile(target) {
		return g.subjects(target)
	}
	return append([]Node{target}, slices.DeleteFunc(slices.Clone(g.nodes[target].children), func(n Node) bool {
		return !g.isConstructor(n)
	})...)
}
