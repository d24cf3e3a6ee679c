package outline

import (
	"slices"
	"strings"

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
	case tsgo.IsFunctionExpression(value):
		owner := left.Expression()
		if isPrototype(owner) {
			owner = owner.Expression()
		}
		if owner.Kind == tsgo.KindIdentifier && (owner != left.Expression() || o.declares(owner.Text())) {
			e = o.member(n, left.Name(), owner.Text(), value)
		}
	case left.Name().Text() == "prototype" && left.Expression().Kind == tsgo.KindIdentifier &&
		value.Kind == tsgo.KindObjectLiteralExpression:
		o.prototypeMembers(left.Expression().Text(), value)
		return true
	}
	if e != nil {
		e.Nodes = append(e.Nodes, syntax.AssignmentChainNodes(n)[1:]...)
	}
	return e != nil
}

// member lists a function that is assigned to a property of a prototype or of an object.
func (o *File) member(n, name *tsgo.Node, owner string, function *tsgo.Node) *Entry {
	e := o.add(n, name, facts.Method, owner+"."+name.Text(), o.ExportedLocals[owner], scope{})
	o.within(function, bodyScope(e))
	return e
}

// prototypeMembers lists the functions in Class.prototype = { … }.
func (o *File) prototypeMembers(class string, object *tsgo.Node) {
	for _, p := range object.Properties() {
		s := scope{nested: true, local: true}
		if syntax.MemberFunction(p) != nil {
			if text, ok := tsgo.PropertyNameText(p.Name()); ok {
				s = bodyScope(o.add(p, p.Name(), facts.Method, class+"."+text, o.ExportedLocals[class], scope{}))
			}
		}
		o.inside(p, s)
	}
}

// declares reports whether the file declares a top-level name, other than by an import.
func (o *File) declares(name string) bool {
	return slices.ContainsFunc(o.Entries, func(e *Entry) bool { return e.TopLevel && e.Name == name })
}

// assignedMember lists this.name = function in a constructor or method. It returns false if
// the statement declares nothing.
func (o *File) assignedMember(statement *tsgo.Node, s scope) bool {
	if !o.Source.IsJS() {
		return false
	}
	n := statement.Expression()
	left, value, ok := syntax.Assignment(n)
	if !ok || left.Kind != tsgo.KindPropertyAccessExpression || left.Expression().Kind != tsgo.KindThisKeyword ||
		left.Name().Kind != tsgo.KindIdentifier || !tsgo.IsFunctionExpression(tsgo.SkipOuter(value)) {
		return false
	}
	owner := o.ownerOfThis(n, s)
	if owner == nil {
		return false
	}
	name := owner.Name + "." + left.Name().Text()
	if slices.ContainsFunc(o.Entries, func(e *Entry) bool { return e.Name == name }) {
		return false // a method, or assigned before
	}
	e := o.add(n, left.Name(), facts.Method, name, owner.Exported, scope{parent: owner})
	o.within(value, bodyScope(e))
	return true
}

// ownerOfThis returns the class or the constructor function whose instance is this at a
// node, or nil.
func (o *File) ownerOfThis(n *tsgo.Node, s scope) *Entry {
	container := tsgo.ThisContainer(n)
	e := s.parent
	for e != nil && !slices.ContainsFunc(e.Nodes, func(n *tsgo.Node) bool {
		return n == container || syntax.DeclaredFunction(n) == container
	}) {
		e = e.parent
	}
	if e == nil || e.Type != facts.Method {
		return e
	}
	if e.parent != nil {
		return e.parent
	}
	class, _, _ := strings.Cut(e.Name, ".") // Class.prototype.m = function
	for _, owner := range o.Entries {
		if owner.Name == class {
			return owner
		}
	}
	return nil
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
