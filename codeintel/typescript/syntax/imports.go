package syntax

import (
	"path"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// SpecifierOf returns the module specifier of the import or require call that contains
// the declaration of an alias, or nil.
func SpecifierOf(n *tsgo.Node) *tsgo.Node {
	for ; n != nil; n = n.Parent {
		switch n.Kind {
		case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration, tsgo.KindExportDeclaration:
			return n.ModuleSpecifier()
		case tsgo.KindVariableDeclaration:
			init := n.Initializer()
			for init != nil && init.Kind == tsgo.KindPropertyAccessExpression {
				init = init.Expression()
			}
			if init != nil && tsgo.IsRequireCall(init) {
				return init.Arguments()[0]
			}
			return nil
		case tsgo.KindSourceFile:
			return nil
		}
	}
	return nil
}

// ImportedNames returns the local names that an import clause declares. The clause can
// be nil.
func ImportedNames(clause *tsgo.Node) []*tsgo.Node {
	if clause == nil {
		return nil
	}
	var names []*tsgo.Node
	if clause.Name() != nil {
		names = append(names, clause.Name())
	}
	bindings := clause.AsImportClause().NamedBindings
	switch {
	case bindings == nil:
	case bindings.Kind == tsgo.KindNamespaceImport:
		names = append(names, bindings.Name())
	default:
		for _, e := range bindings.Elements() {
			names = append(names, e.Name())
		}
	}
	return names
}

// BoundNames returns the identifier of a binding name, or the identifiers directly in
// its binding pattern.
func BoundNames(name *tsgo.Node) []*tsgo.Node {
	if name.Kind == tsgo.KindIdentifier {
		return []*tsgo.Node{name}
	}
	var names []*tsgo.Node
	for _, e := range name.Elements() {
		if e.Name() != nil && e.Name().Kind == tsgo.KindIdentifier {
			names = append(names, e.Name())
		}
	}
	return names
}

// ModuleName returns the last path segment of a specifier without its extension.
func ModuleName(specifier string) string {
	base := path.Base(specifier)
	return strings.TrimSuffix(base, path.Ext(base))
}
