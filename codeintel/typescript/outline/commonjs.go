package outline

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// commonJS lists the declaration in a top-level assignment of a JavaScript file:
// exports.x = …, module.exports = …, X.prototype.m = function. A chain of assignments is
// listed under its first name. It returns false if the statement declares nothing.
func (o *File) commonJS(statement *tsgo.Node) bool {
	if !o.Source.IsJS() {
		return false
	}
	n := statement.Expression()
	targets, value := syntax.AssignmentChain(n)
	if len(targets) == 0 {
		return false
	}
	var e *Entry
	left := targets[0]
	switch chained := len(targets) > 1; {
	case slices.ContainsFunc(targets, tsgo.IsModuleExportsAccess):
		if e = o.moduleExports(n, value); e == nil {
			return value.Kind == tsgo.KindObjectLiteralExpression
		}
	case left.Kind != tsgo.KindPropertyAccessExpression:
	case syntax.IsExportsObject(left.Expression()):
		// Compilers begin a module with exports.a = exports.b = void 0.
		if !declaresNothing(value) && (!chained || value.Kind != tsgo.KindVoidExpression) {
			e = o.value(n, left.Name(), left.Name().Text(), value, facts.Constant, true, scope{})
		}
	case isPrototype(left.Expression()) && tsgo.IsFunctionExpression(tsgo.SkipOuter(value)):
		class := left.Expression().Expression().Text()
		e = o.add(n, left.Name(), facts.Method, class+"."+left.Name().Text(), o.ExportedLocals[class], scope{})
		o.within(value, bodyScope(e))
	}
	if e != nil {
		e.Nodes = append(e.Nodes, syntax.AssignmentChainNodes(n)[1:]...)
	}
	return e != nil
}

// moduleExports lists module.exports = <value>. The functions of an object literal are
// exports of the module, so they are listed under their own names.
func (o *File) moduleExports(n, value *tsgo.Node) *Entry {
	value = tsgo.SkipOuter(value)
	switch {
	case value.Kind == tsgo.KindObjectLiteralExpression:
		for _, p := range value.Properties() {
			s := scope{nested: true, local: true}
			if f := syntax.MemberFunction(p); f != nil {
				if text, ok := tsgo.PropertyNameText(p.Name()); ok {
					s = bodyScope(o.add(p, p.Name(), o.functionType(text, f), text, true, scope{}))
				}
			}
			o.inside(p, s)
		}
	case declaresNothing(value):
	case (tsgo.IsClassLike(value) || value.Kind == tsgo.KindFunctionExpression) && value.Name() != nil:
		return o.value(n, value.Name(), value.Name().Text(), value, facts.Constant, true, scope{})
	default:
		return o.value(n, nil, "default", value, facts.Constant, true, scope{})
	}
	return nil
}

// isPrototype reports whether n is Name.prototype.
func isPrototype(n *tsgo.Node) bool {
	return n.Kind == tsgo.KindPropertyAccessExpression && n.Name().Text() == "prototype" &&
		n.Expression().Kind == tsgo.KindIdentifier
}

// declaresNothing reports whether a value is a name, a property, a chain of assignments
// (exports.a = exports.b = void 0) or a required module. These are declared elsewhere.
func declaresNothing(value *tsgo.Node) bool {
	value = tsgo.SkipOuter(value)
	return value.Kind == tsgo.KindIdentifier || value.Kind == tsgo.KindBinaryExpression ||
		value.Kind == tsgo.KindPropertyAccessExpression || tsgo.IsRequireCall(value)
}
