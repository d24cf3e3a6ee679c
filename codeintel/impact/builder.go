package impact

import (
	"cmp"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// subject is a node that changes.
type subject struct {
	node      graph.Node
	operation Operation
	// alone leaves out the elements inside the node: only the code of a file outside all
	// elements changes, or the text of a class outside its members.
	alone bool
}

// builder collects the dependents of the subjects of a change.
type builder struct {
	*graph.Graph
	subjects []subject
	nodes    []graph.Node       // the subjects and those elements inside them that change with them
	own      map[graph.Node]int // nodes, with the index of their subject
	depth    map[graph.Node]int // of all dependents
	found    []*Dependent       // one for each node, sorted by depth
	byNode   map[graph.Node]*Dependent
	steps    []graph.Step
}

func newBuilder(g *graph.Graph, subjects []subject) *builder {
	b := &builder{
		Graph: g, subjects: subjects, own: map[graph.Node]int{}, depth: map[graph.Node]int{},
		byNode: map[graph.Node]*Dependent{},
	}
	for i, s := range subjects { // before the elements inside others, which may be subjects too
		b.add(s.node, i)
	}
	for i, s := range subjects {
		if s.alone {
			continue
		}
		for _, n := range g.Inside(s.node) {
			b.add(n, i)
		}
	}
	return b
}

func (b *builder) add(n graph.Node, of int) {
	if _, known := b.own[n]; !known {
		b.own[n] = of
		b.nodes = append(b.nodes, n)
	}
}

func (b *builder) owns(n graph.Node) bool {
	_, own := b.own[n]
	return own
}

// targets returns the nodes of the subjects.
func (b *builder) targets() []graph.Node {
	nodes := make([]graph.Node, len(b.subjects))
	for i, s := range b.subjects {
		nodes[i] = s.node
	}
	return nodes
}

// overridable returns the nodes whose overriding members must be updated.
func (b *builder) overridable() []graph.Node {
	return slices.DeleteFunc(slices.Clone(b.nodes), func(n graph.Node) bool {
		return b.subjects[b.own[n]].operation == Modify
	})
}

func isType(t string) bool { return t == facts.Interface || t == facts.TypeAlias }

// strength orders operations by their effect on dependents.
func strength(a, b Operation) int {
	all := []Operation{"", Modify, Refactor, Delete}
	return cmp.Compare(slices.Index(all, a), slices.Index(all, b))
}

// strongest returns the operation with the strongest effect on dependents.
func (b *builder) strongest() Operation {
	o := Modify
	for _, s := range b.subjects {
		if strength(s.operation, o) > 0 {
			o = s.operation
		}
	}
	return o
}
