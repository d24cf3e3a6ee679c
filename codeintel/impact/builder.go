package impact

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// builder collects the dependents of a target.
type builder struct {
	*graph.Graph
	target    graph.Node
	operation Operation
	own       map[graph.Node]bool // the target and the elements inside it
	isType    bool                // the target is an interface or a type alias
	depth     map[graph.Node]int  // of all dependents
	found     []*Dependent        // one for each node, sorted by depth
	byNode    map[graph.Node]*Dependent
	steps     []graph.Step
}

func newBuilder(g *graph.Graph, target graph.Node, o Operation) *builder {
	b := &builder{
		Graph: g, target: target, operation: o, own: map[graph.Node]bool{}, depth: map[graph.Node]int{},
		byNode: map[graph.Node]*Dependent{},
	}
	b.isType = isType(g.Element(target).Type)
	b.add(target)
	return b
}

func isType(t string) bool { return t == facts.Interface || t == facts.TypeAlias }

// add adds a node and the elements inside it to own.
func (b *builder) add(n graph.Node) {
	if b.own[n] {
		return
	}
	b.own[n] = true
	parts := b.Children(n)
	if b.IsFile(n) {
		parts = b.Elements(n)
	}
	for _, part := range parts {
		b.add(part)
	}
}
