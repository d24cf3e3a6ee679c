package syntax

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Supertypes calls visit with every name, or expression, by which a node tells what
// it stands in for. A mixin stands in for the class it is applied to.
func Supertypes(n *tsgo.Node, visit func(name *tsgo.Node)) {
	switch n.Kind {
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression, tsgo.KindInterfaceDeclaration:
		for _, h := range tsgo.HeritageClauses(n) {
			HeritageNames(h, visit)
		}
	case tsgo.KindVariableDeclaration:
		typeNames(n.Type(), visit)
		satisfied(n.Initializer(), visit)
	case tsgo.KindExportAssignment:
		satisfied(n.Expression(), visit)
	case tsgo.KindTypeAliasDeclaration:
		typeNames(n.Type(), visit)
	}
}

// HeritageNames is for one entry of a heritage clause.
func HeritageNames(entry *tsgo.Node, visit func(*tsgo.Node)) {
	e := tsgo.SkipOuter(entry.Expression())
	visit(e)
	if e.Kind == tsgo.KindIdentifier && isUtilityType(e.Text()) {
		for _, t := range entry.TypeArguments() {
			typeNames(t, visit)
		}
	}
	mixed(e, visit)
}

// mixed visits what a mixin is applied to: Base in Mixin(Other(Base)).
func mixed(e *tsgo.Node, visit func(*tsgo.Node)) {
	if e.Kind != tsgo.KindCallExpression {
		return
	}
	for _, a := range e.Arguments() {
		a = tsgo.SkipOuter(a)
		visit(a)
		mixed(a, visit)
	}
}

// satisfied visits the types in value satisfies T.
func satisfied(value *tsgo.Node, visit func(*tsgo.Node)) {
	for value != nil {
		switch value.Kind {
		case tsgo.KindSatisfiesExpression:
			typeNames(value.Type(), visit)
		case tsgo.KindParenthesizedExpression, tsgo.KindAsExpression:
		default:
			return
		}
		value = value.Expression()
	}
}

// typeNames visits the names that a type consists of. What is of a union may be of
// any part of it.
func typeNames(t *tsgo.Node, visit func(*tsgo.Node)) {
	if t == nil {
		return
	}
	switch t.Kind {
	case tsgo.KindTypeReference:
		name := t.AsTypeReferenceNode().TypeName
		visit(name)
		if name.Kind == tsgo.KindIdentifier && isUtilityType(name.Text()) {
			for _, a := range t.TypeArguments() {
				typeNames(a, visit)
			}
		}
	case tsgo.KindParenthesizedType:
		typeNames(t.Type(), visit)
	case tsgo.KindIntersectionType:
		for _, part := range t.AsIntersectionTypeNode().Types.Nodes {
			typeNames(part, visit)
		}
	case tsgo.KindUnionType:
		for _, part := range t.AsUnionTypeNode().Types.Nodes {
			typeNames(part, visit)
		}
	}
}

// isUtilityType reports a type of the library that has the members of its argument.
func isUtilityType(name string) bool {
	return slices.Contains([]string{"Readonly", "Partial", "Required", "Pick", "Omit"}, name)
}

// LastName returns the name at the end of a chain, or nil if it is none.
func LastName(n *tsgo.Node) *tsgo.Node {
	switch n.Kind {
	case tsgo.KindPropertyAccessExpression:
		return n.Name()
	case tsgo.KindQualifiedName:
		return n.AsQualifiedName().Right
	case tsgo.KindIdentifier:
		return n
	}
	return nil
}
