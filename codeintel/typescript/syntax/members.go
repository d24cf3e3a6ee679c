package syntax

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// MemberName returns the name and the element type of a class or interface member. Both are "" for a
// member that is not an element.
func MemberName(m *tsgo.Node, file *tsgo.SourceFile) (name, elementType string) {
	elementType = facts.Method
	switch m.Kind {
	case tsgo.KindConstructor:
		return "constructor", elementType
	case tsgo.KindMethodDeclaration, tsgo.KindMethodSignature, tsgo.KindGetAccessor, tsgo.KindSetAccessor:
	case tsgo.KindPropertyDeclaration, tsgo.KindPropertySignature:
		if MemberFunction(m) == nil {
			elementType = facts.Property
		}
	default:
		return "", ""
	}
	if m.Name() == nil {
		return "", ""
	}
	if text, ok := tsgo.PropertyNameText(m.Name()); ok {
		return text, elementType
	}
	return tsgo.SourceText(m.Name(), file), elementType // a computed name, such as [Symbol.iterator]
}

// DecoratorsOf returns the decorators of a node in source order.
func DecoratorsOf(n *tsgo.Node) []*tsgo.Node {
	var out []*tsgo.Node
	for _, m := range n.ModifierNodes() {
		if m.Kind == tsgo.KindDecorator {
			out = append(out, m)
		}
	}
	return out
}

// IsMember reports whether n declares a member of a class, interface, type literal,
// object literal or enum. Constructors are not members.
func IsMember(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindPropertySignature, tsgo.KindMethodSignature, tsgo.KindPropertyDeclaration, tsgo.KindMethodDeclaration,
		tsgo.KindPropertyAssignment, tsgo.KindShorthandPropertyAssignment, tsgo.KindGetAccessor, tsgo.KindSetAccessor,
		tsgo.KindEnumMember:
		return true
	}
	return false
}
