package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// heritage records what a declaration stands in for: a class for its bases and
// interfaces, a constant for the interface it is declared to have. What calls a
// member of those may call a member of it.
func (v *visitor) heritage(n *tsgo.Node) {
	switch n.Kind {
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression, tsgo.KindInterfaceDeclaration:
		for _, name := range tsgo.HeritageNames(n) {
			v.standsFor(name)
		}
	case tsgo.KindVariableDeclaration:
		if t := n.Type(); t != nil && t.Kind == tsgo.KindTypeReference {
			v.standsFor(t.AsTypeReferenceNode().TypeName)
		}
	}
}

func (v *visitor) standsFor(name *tsgo.Node) {
	if v.current == facts.ModuleLevel {
		return
	}
	for name.Kind == tsgo.KindPropertyAccessExpression || name.Kind == tsgo.KindQualifiedName {
		if name.Kind == tsgo.KindQualifiedName {
			name = name.AsQualifiedName().Right
		} else {
			name = name.Name()
		}
	}
	symbol := v.checker.GetSymbolAtLocation(name)
	if symbol != nil && symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		symbol = v.checker.SkipAlias(symbol)
	}
	if symbol == nil {
		return
	}
	targets, _ := v.declared(symbol)
	for _, t := range targets {
		if t.External == "" && t.Decl != facts.ModuleLevel && t.Member == "" {
			v.facts.Heritage = append(v.facts.Heritage, facts.Heritage{Decl: v.current, Of: t})
		}
	}
}
