package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// heritage records what a declaration stands in for: a class for its bases and
// interfaces, a constant for the interface it is declared to have. What calls a
// member of those may call a member of it.
func (v *Resolver) heritage(n *tsgo.Node) {
	if _, listed := v.file.ByNode[n]; listed {
		syntax.Supertypes(n, v.addHeritage)
	}
}

func (v *Resolver) addHeritage(name *tsgo.Node) {
	for name.Kind == tsgo.KindPropertyAccessExpression || name.Kind == tsgo.KindQualifiedName {
		if name.Kind == tsgo.KindQualifiedName {
			name = name.AsQualifiedName().Right
		} else {
			name = name.Name()
		}
	}
	if name.Kind != tsgo.KindIdentifier {
		return
	}
	symbol := v.symbolOf(name)
	if symbol == nil {
		return
	}
	targets, _ := v.declared(symbol)
	for _, t := range targets {
		h := facts.Heritage{Decl: v.decl, Of: t}
		if t.External == "" && t.Decl != facts.ModuleLevel && t.Member == "" && !slices.Contains(v.part.Heritage, h) {
			v.part.Heritage = append(v.part.Heritage, h)
		}
	}
}
