package outline

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// variables lists the names that a variable statement declares, including destructured
// ones.
func (o *File) variables(n *tsgo.Node, s scope) {
	list := n.AsVariableStatement().DeclarationList
	elementType := facts.Variable
	if tsgo.IsVarConst(list) {
		elementType = facts.Constant
	}
	exported := s.exportAll || n.ModifierFlags()&tsgo.ModifierFlagsExport != 0
	for _, d := range list.AsVariableDeclarationList().Declarations.Nodes {
		if value := d.Initializer(); o.Source.IsJS() && value != nil &&
			(tsgo.IsRequireCall(value) || tsgo.IsRequiredMember(value)) {
			continue // equivalent to an import
		}
		o.binding(d, elementType, exported, s)
	}
}

// binding lists a variable declaration or binding element. A local one is listed only
// if it holds a function or a class.
func (o *File) binding(n *tsgo.Node, elementType string, exported bool, s scope) {
	name := n.Name()
	if name == nil {
		return // a hole in an array pattern
	}
	value := n.Initializer()
	if tsgo.IsBindingPattern(name) {
		for _, e := range name.Elements() {
			o.binding(e, elementType, exported, s)
		}
		o.within(value, s.anonymousBody())
		return
	}
	text := name.Text()
	if text == "" || s.local && (n.Kind == tsgo.KindBindingElement || !o.holdsFunction(text, value)) {
		o.within(value, s.anonymousBody())
		return
	}
	exported = exported || !s.nested && o.ExportedLocals[text]
	if n.Kind == tsgo.KindBindingElement {
		o.inside(n, bodyScope(o.add(n, name, elementType, s.prefix+text, exported, s)))
		return
	}
	var chain []*tsgo.Node
	if o.Source.IsJS() && value != nil { // var f = exports.f = function () {}
		if targets, last := syntax.AssignmentChain(value); slices.ContainsFunc(targets, syntax.IsExportsTarget) {
			exported, value, chain = true, last, syntax.AssignmentChainNodes(value)
		}
	}
	e := o.value(n, name, s.prefix+text, value, elementType, exported, s)
	e.Nodes = append(e.Nodes, chain...)
}

// holdsFunction reports whether a variable is listed even if it is local: its value is
// a function, a class, or a component made of a function.
func (o *File) holdsFunction(name string, value *tsgo.Node) bool {
	if value == nil {
		return false
	}
	value = tsgo.SkipOuter(value)
	return tsgo.IsFunctionExpression(value) || tsgo.IsClassLike(value) ||
		o.isComponentWrapper(name, value) || syntax.WrappedFunction(value) != nil
}

// value lists a named value as a function, a class, an object with methods, or as the
// fallback type. Declarations in the value become its children.
func (o *File) value(
	n, name *tsgo.Node, qualified string, value *tsgo.Node, fallback string, exported bool, s scope,
) *Entry {
	if value == nil {
		return o.add(n, name, fallback, qualified, exported, s)
	}
	outer, value := value, tsgo.SkipOuter(value)
	var elementType string
	switch {
	case tsgo.IsClassLike(value):
		s.prefix = ""
		e := o.class(n, value, qualified, exported, s)
		if name != nil {
			o.setLines(e, n, name)
		}
		return e
	case tsgo.IsFunctionExpression(value):
		elementType = o.functionType(syntax.LastSegment(qualified), value)
	case o.isComponentWrapper(syntax.LastSegment(qualified), value):
		elementType = facts.Component
	case value.Kind == tsgo.KindObjectLiteralExpression && exported:
		e := o.add(n, name, fallback, qualified, exported, s)
		o.objectMethods(value, e)
		return e
	default:
		elementType = o.wrappedType(syntax.LastSegment(qualified), value, fallback)
	}
	e := o.add(n, name, elementType, qualified, exported, s)
	o.within(outer, bodyScope(e))
	return e
}

// objectMethods lists the functions of an exported object literal as methods.
func (o *File) objectMethods(object *tsgo.Node, parent *Entry) {
	if o.shallow {
		return
	}
	for _, p := range object.Properties() {
		around := parent
		if text, ok := "", false; syntax.MemberFunction(p) != nil {
			if text, ok = tsgo.PropertyNameText(p.Name()); ok {
				around = o.add(p, p.Name(), facts.Method, parent.Name+"."+text, true, scope{parent: parent})
			}
		}
		o.inside(p, bodyScope(around))
	}
}
