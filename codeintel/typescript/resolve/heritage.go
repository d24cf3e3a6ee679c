package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// heritage records the supertypes of a declaration: the bases and interfaces of a
// class, the declared interface of a constant. A call of a member of a supertype can
// reach a member of the declaration.
func (v *Resolver) heritage(n *tsgo.Node) {
	if _, listed := v.file.ByNode[n]; listed {
		syntax.Supertypes(n, v.addHeritage)
	}
}

// addHeritage records one supertype of the current declaration.
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
