package syntax

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Supertypes calls visit with every name or expression that a declaration extends,
// implements or is annotated with. For a mixin, it also visits the classes that the
// mixin is applied to.
func Supertypes(n *tsgo.Node, visit func(name *tsgo.Node)) {
	switch n.Kind {
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression, tsgo.KindInterfaceDeclaration:
		for _, h := range tsgo.HeritageClauses(n) {
			HeritageNames(h, visit)
		}
	case tsgo.KindVariableDeclaration:
		typeNames(n.Type(), visit)
		satisfiesTypes(n.Initializer(), visit)
	case tsgo.KindExportAssignment:
		satisfiesTypes(n.Expression(), visit)
	case tsgo.KindTypeAliasDeclaration:
		typeNames(n.Type(), visit)
	}
}

// HeritageNames calls visit with every name in one entry of a heritage clause.
func HeritageNames(entry *tsgo.Node, visit func(*tsgo.Node)) {
	e := tsgo.SkipOuter(entry.Expression())
	visit(e)
	if e.Kind == tsgo.KindIdentifier && isUtilityType(e.Text()) {
		for _, t := range entry.TypeArguments() {
			typeNames(t, visit)
		}
	}
	mixinArguments(e, visit)
}

// mixinArguments visits the arguments of nested mixin calls: Other(Base) and Base in
// Mixin(Other(Base)).
func mixinArguments(e *tsgo.Node, visit func(*tsgo.Node)) {
	if e.Kind != tsgo.KindCallExpression {
		return
	}
	for _, a := range e.Arguments() {
		a = tsgo.SkipOuter(a)
		visit(a)
		mixinArguments(a, visit)
	}
}

// satisfiesTypes visits the names in the type T of an expression `value satisfies T`.
func satisfiesTypes(value *tsgo.Node, visit func(*tsgo.Node)) {
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

// typeNames visits the names that a type consists of, including all parts of unions and
// intersections.
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

// isUtilityType reports whether a name is a utility type of the standard library that
// has the members of its type argument.
func isUtilityType(name string) bool {
	return slices.Contains([]string{"Readonly", "Partial", "Required", "Pick", "Omit"}, name)
}

// LastName returns the last name of a property access or qualified name, an identifier
// itself, or nil.
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
