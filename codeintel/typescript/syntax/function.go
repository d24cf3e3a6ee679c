package syntax

import "github.com/microsoft/typescript-go/shim/tsgo"

// MemberFunction returns the function of a member: the method or accessor itself, or
// the function expression that initialises a property. It returns nil for other
// members.
func MemberFunction(member *tsgo.Node) *tsgo.Node {
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

// DeclaredFunction returns the function that a node declares: the node itself, or the function
// that is its value. It returns nil for declarations that are not functions.
func DeclaredFunction(n *tsgo.Node) *tsgo.Node {
	var value *tsgo.Node
	switch n.Kind {
	case tsgo.KindFunctionDeclaration, tsgo.KindConstructor, tsgo.KindMethodSignature:
		return n
	case tsgo.KindVariableDeclaration:
		value = n.Initializer()
	case tsgo.KindExportAssignment:
		value = n.Expression()
	case tsgo.KindBinaryExpression:
		_, value = AssignmentChain(n)
	default:
		return MemberFunction(n)
	}
	if value == nil {
		return nil
	}
	_, value = AssignmentChain(value)
	if value = tsgo.SkipOuter(value); tsgo.IsFunctionExpression(value) {
		return value
	}
	return WrappedFunction(value)
}

// WrappedFunction returns the function expression inside nested calls of memo and
// forwardRef, or nil.
func WrappedFunction(value *tsgo.Node) *tsgo.Node {
	for IsWrapperCall(value) {
		value = tsgo.SkipOuter(value.Arguments()[0])
		if tsgo.IsFunctionExpression(value) {
			return value
		}
	}
	return nil
}

// IsWrapperCall reports whether n is memo(x), forwardRef(x), React.memo(x) or
// React.forwardRef(x).
func IsWrapperCall(n *tsgo.Node) bool {
	if n.Kind != tsgo.KindCallExpression || len(n.Arguments()) == 0 {
		return false
	}
	callee := tsgo.SkipOuter(n.Expression())
	if callee.Kind == tsgo.KindPropertyAccessExpression {
		callee = callee.Name()
	}
	if callee.Kind != tsgo.KindIdentifier {
		return false
	}
	return callee.Text() == "memo" || callee.Text() == "forwardRef"
}
