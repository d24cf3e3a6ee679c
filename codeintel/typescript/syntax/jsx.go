package syntax

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// ReturnsJSX reports whether a function can return a JSX element.
func ReturnsJSX(function *tsgo.Node) bool {
	body := function.Body()
	if body == nil {
		return false
	}
	if body.Kind != tsgo.KindBlock {
		return isJSXValue(body, body)
	}
	return tsgo.ForEachReturn(body, func(statement *tsgo.Node) bool {
		value := statement.Expression()
		return value != nil && isJSXValue(value, body)
	})
}

// isJSXValue reports whether an expression can be a JSX element. scope is the
// function body in which a returned local variable is looked up.
func isJSXValue(n, scope *tsgo.Node) bool {
	n = tsgo.SkipOuter(n)
	switch n.Kind {
	case tsgo.KindJsxElement, tsgo.KindJsxSelfClosingElement, tsgo.KindJsxFragment:
		return true
	case tsgo.KindConditionalExpression:
		c := n.AsConditionalExpression()
		return isJSXValue(c.WhenTrue, scope) || isJSXValue(c.WhenFalse, scope)
	case tsgo.KindBinaryExpression:
		b := n.AsBinaryExpression()
		switch b.OperatorToken.Kind {
		case tsgo.KindAmpersandAmpersandToken, tsgo.KindCommaToken:
			return isJSXValue(b.Right, scope)
		case tsgo.KindBarBarToken, tsgo.KindQuestionQuestionToken:
			return isJSXValue(b.Left, scope) || isJSXValue(b.Right, scope)
		}
	case tsgo.KindCallExpression:
		return isJSXCall(n)
	case tsgo.KindIdentifier:
		return scope != nil && holdsJSX(scope, n.Text())
	}
	return false
}

// isJSXCall reports whether a call creates an element, or returns JSX that one of its
// arguments contains: items.map(i => <li/>), createPortal(<p/>, root).
func isJSXCall(call *tsgo.Node) bool {
	callee := tsgo.SkipOuter(call.Expression())
	if callee.Kind == tsgo.KindPropertyAccessExpression {
		if isDocument(callee.Expression()) {
			return false
		}
		callee = callee.Name()
	}
	if callee.Kind != tsgo.KindIdentifier {
		return false
	}
	switch callee.Text() {
	case "createElement", "cloneElement":
		return true
	case "map", "flatMap":
		return slices.ContainsFunc(call.Arguments(), func(a *tsgo.Node) bool {
			a = tsgo.SkipOuter(a)
			return tsgo.IsFunctionExpression(a) && ReturnsJSX(a)
		})
	case "createPortal":
		return slices.ContainsFunc(call.Arguments(), func(a *tsgo.Node) bool { return isJSXValue(a, nil) })
	}
	return false
}

// isDocument reports whether n is document or x.ownerDocument. The createElement of the
// DOM does not return JSX.
func isDocument(n *tsgo.Node) bool {
	name := CalleeName(n)
	return name.Kind == tsgo.KindIdentifier && (name.Text() == "document" || name.Text() == "ownerDocument")
}

// holdsJSX reports whether JSX is assigned to a local variable of that name.
func holdsJSX(scope *tsgo.Node, name string) bool {
	var visit func(*tsgo.Node) bool
	visit = func(n *tsgo.Node) bool {
		if tsgo.IsFunctionLike(n) {
			return false
		}
		switch n.Kind {
		case tsgo.KindVariableDeclaration:
			if id := n.Name(); id != nil && id.Kind == tsgo.KindIdentifier && id.Text() == name &&
				n.Initializer() != nil && isJSXValue(n.Initializer(), nil) {
				return true
			}
		case tsgo.KindBinaryExpression:
			if left, right, ok := Assignment(n); ok && left.Kind == tsgo.KindIdentifier &&
				left.Text() == name && isJSXValue(right, nil) {
				return true
			}
		}
		return n.ForEachChild(visit)
	}
	return scope.ForEachChild(visit)
}
