package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// commonJS lists what a top-level assignment of a JavaScript file declares:
// exports.x = …, module.exports = …, X.prototype.m = function.
func (o *outline) commonJS(statement *tsgo.Node) {
	if !o.file.IsJS() {
		return
	}
	left, right, ok := assignment(statement.Expression())
	if !ok {
		return
	}
	switch {
	case tsgo.IsModuleExportsAccess(left):
		o.moduleExports(statement.Expression(), right)
	case left.Kind != tsgo.KindPropertyAccessExpression:
	case isExportsObject(left.Expression()):
		if !refersElsewhere(right) {
			o.value(statement.Expression(), left.Name(), left.Name().Text(), right, graph.Constant, true, scope{})
		}
	case isPrototype(left.Expression()) && tsgo.IsFunctionExpression(tsgo.SkipOuter(right)):
		class := left.Expression().Expression().Text()
		o.add(statement.Expression(), left.Name(), graph.Method, class+"."+left.Name().Text(), o.exported[class], scope{}, nil)
	}
}

// moduleExports lists module.exports = <value>. The functions of an object
// literal are the module's exports, so they stand under their own names.
func (o *outline) moduleExports(n, value *tsgo.Node) {
	value = tsgo.SkipOuter(value)
	switch {
	case value.Kind == tsgo.KindObjectLiteralExpression:
		for _, p := range value.Properties() {
			if f := functionOf(p); f != nil {
				if text, ok := tsgo.PropertyNameText(p.Name()); ok {
					o.add(p, p.Name(), o.functionType(text, f), text, true, scope{}, nil)
				}
			}
		}
	case refersElsewhere(value):
	case (tsgo.IsClassLike(value) || value.Kind == tsgo.KindFunctionExpression) && value.Name() != nil:
		o.value(n, value.Name(), value.Name().Text(), value, graph.Constant, true, scope{})
	default:
		o.value(n, nil, "default", value, graph.Constant, true, scope{})
	}
}

// collectCommonJS marks the local names a CommonJS assignment exports.
func (o *outline) collectCommonJS(expression *tsgo.Node) {
	left, right, ok := assignment(expression)
	if !ok || !o.file.IsJS() {
		return
	}
	isProperty := left.Kind == tsgo.KindPropertyAccessExpression && isExportsObject(left.Expression())
	if !isProperty && !tsgo.IsModuleExportsAccess(left) {
		return
	}
	o.markExported(right)
	if object := tsgo.SkipOuter(right); !isProperty && object.Kind == tsgo.KindObjectLiteralExpression {
		for _, p := range object.Properties() {
			switch p.Kind {
			case tsgo.KindShorthandPropertyAssignment:
				o.exported[p.Name().Text()] = true
			case tsgo.KindPropertyAssignment:
				o.markExported(p.Initializer())
			}
		}
	}
}

func assignment(n *tsgo.Node) (left, right *tsgo.Node, ok bool) {
	if n == nil || n.Kind != tsgo.KindBinaryExpression {
		return nil, nil, false
	}
	b := n.AsBinaryExpression()
	return b.Left, b.Right, b.OperatorToken.Kind == tsgo.KindEqualsToken
}

// isExportsObject reports exports or module.exports.
func isExportsObject(n *tsgo.Node) bool {
	return tsgo.IsExportsIdentifier(n) || tsgo.IsModuleExportsAccess(n)
}

// isPrototype reports Name.prototype.
func isPrototype(n *tsgo.Node) bool {
	return n.Kind == tsgo.KindPropertyAccessExpression && n.Name().Text() == "prototype" &&
		n.Expression().Kind == tsgo.KindIdentifier
}

// refersElsewhere reports values that declare nothing here: names, chains of
// assignments (exports.a = exports.b = void 0) and re-exported modules.
func refersElsewhere(value *tsgo.Node) bool {
	value = tsgo.SkipOuter(value)
	return value.Kind == tsgo.KindIdentifier || value.Kind == tsgo.KindBinaryExpression ||
		value.Kind == tsgo.KindPropertyAccessExpression || tsgo.IsRequireCall(value)
}
