package syntax

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// IsPassed reports whether the value of a name or member access is passed on to code that
// may call it: as an argument, an element, a result, a default value, or a value that is
// assigned to a property. Exports are not passed on, and neither are the values of
// variables, which are followed instead.
func IsPassed(n *tsgo.Node) bool {
	for {
		p := n.Parent
		switch p.Kind {
		case tsgo.KindParenthesizedExpression, tsgo.KindAsExpression, tsgo.KindSatisfiesExpression,
			tsgo.KindNonNullExpression:
		case tsgo.KindCallExpression, tsgo.KindNewExpression:
			return p.Expression() != n
		case tsgo.KindConditionalExpression:
			if p.AsConditionalExpression().Condition == n {
				return false
			}
		case tsgo.KindBinaryExpression:
			if left, right, ok := Assignment(p); ok {
				return right == n && left.Kind != tsgo.KindIdentifier && !IsExportsTarget(left)
			}
			if !slices.Contains(Alternatives(p), n) {
				return false
			}
		case tsgo.KindPropertyAssignment:
			if p.Initializer() != n || IsExportedObject(p.Parent) {
				return false
			}
			p = p.Parent
		case tsgo.KindShorthandPropertyAssignment:
			if IsExportedObject(p.Parent) {
				return false
			}
			p = p.Parent
		case tsgo.KindPropertyAccessExpression: // f.bind(…)
			if p.Expression() != n || p.Name().Text() != "bind" || p.Parent.Kind != tsgo.KindCallExpression ||
				p.Parent.Expression() != p {
				return false
			}
			p = p.Parent
		case tsgo.KindArrayLiteralExpression:
			return !tsgo.IsAssignmentTarget(p)
		case tsgo.KindReturnStatement, tsgo.KindYieldExpression, tsgo.KindJsxExpression:
			return true
		case tsgo.KindArrowFunction:
			return p.Body() == n
		case tsgo.KindParameter, tsgo.KindBindingElement, tsgo.KindPropertyDeclaration:
			return p.Initializer() == n
		default:
			return false
		}
		n = p
	}
}
