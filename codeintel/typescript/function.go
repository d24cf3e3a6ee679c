package typescript

import "github.com/microsoft/typescript-go/shim/tsgo"

// functionOf returns the function a member holds: a method itself, or the
// function expression a property is set to.
func functionOf(member *tsgo.Node) *tsgo.Node {
	switch member.Kind {
	case tsgo.KindMethodDeclaration, tsgo.KindGetAccessor, tsgo.KindSetAccessor:
		return member
	case tsgo.KindPropertyAssignment, tsgo.KindPropertyDeclaration:
		if init := member.Initializer(); init != nil {
			if f := tsgo.SkipOuter(init); tsgo.IsFunctionExpression(f) {
				return f
			}
		}
	}
	return nil
}

// functionDeclaredBy returns the function that a declaring node is or gives a
// name to; nil for other declarations.
func functionDeclaredBy(n *tsgo.Node) *tsgo.Node {
	var value *tsgo.Node
	switch n.Kind {
	case tsgo.KindFunctionDeclaration, tsgo.KindConstructor, tsgo.KindMethodSignature:
		return n
	case tsgo.KindVariableDeclaration:
		value = n.Initializer()
	case tsgo.KindExportAssignment:
		value = n.Expression()
	case tsgo.KindBinaryExpression:
		_, value = assignments(n)
	default:
		return functionOf(n)
	}
	if value == nil {
		return nil
	}
	_, value = assignments(value)
	if value = tsgo.SkipOuter(value); tsgo.IsFunctionExpression(value) {
		return value
	}
	return wrappedFunction(value)
}
