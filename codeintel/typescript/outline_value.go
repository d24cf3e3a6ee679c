package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// variables lists the names a variable statement declares, destructured ones
// included.
func (o *outline) variables(n *tsgo.Node, s scope) {
	list := n.AsVariableStatement().DeclarationList
	elementType := facts.Variable
	if tsgo.IsVarConst(list) {
		elementType = facts.Constant
	}
	exported := s.exportAll || n.ModifierFlags()&tsgo.ModifierFlagsExport != 0
	for _, d := range list.AsVariableDeclarationList().Declarations.Nodes {
		if o.file.IsJS() && d.Initializer() != nil && tsgo.IsRequireCall(d.Initializer()) {
			continue // an import in all but syntax
		}
		o.binding(d, elementType, exported, s)
	}
}

// binding lists a variable declaration or binding element.
func (o *outline) binding(n *tsgo.Node, elementType string, exported bool, s scope) {
	name := n.Name()
	if name == nil {
		return // a hole in an array pattern
	}
	if tsgo.IsBindingPattern(name) {
		for _, e := range name.Elements() {
			o.binding(e, elementType, exported, s)
		}
		return
	}
	text := name.Text()
	if text == "" {
		return
	}
	exported = exported || !s.nested && o.exported[text]
	if n.Kind == tsgo.KindBindingElement {
		o.add(n, name, elementType, s.prefix+text, exported, s, nil)
		return
	}
	value := n.Initializer()
	var chain []*tsgo.Node
	if o.file.IsJS() && value != nil { // var f = exports.f = function () {}
		if targets, last := assignments(value); slices.ContainsFunc(targets, exportsSomething) {
			exported, value, chain = true, last, assignmentNodes(value)
		}
	}
	e := o.value(n, name, s.prefix+text, value, elementType, exported, s)
	e.nodes = append(e.nodes, chain...)
}

// value lists a named value by what it is: a function, a class, an object
// with methods, or plainly a constant or variable (fallback).
func (o *outline) value(n, name *tsgo.Node, qualified string, value *tsgo.Node, fallback string, exported bool, s scope) *entry {
	if value == nil {
		return o.add(n, name, fallback, qualified, exported, s, nil)
	}
	value = tsgo.SkipOuter(value)
	switch {
	case tsgo.IsClassLike(value):
		e := o.class(n, value, qualified, exported, scope{nested: s.nested})
		if name != nil {
			o.place(e, n, name)
		}
		return e
	case tsgo.IsFunctionExpression(value):
		return o.add(n, name, o.functionType(lastSegment(qualified), value), qualified, exported, s, nil)
	case o.isComponentWrapper(lastSegment(qualified), value):
		return o.add(n, name, facts.Component, qualified, exported, s, nil)
	case value.Kind == tsgo.KindObjectLiteralExpression && exported:
		e := o.add(n, name, fallback, qualified, exported, s, nil)
		o.objectMethods(value, qualified, e)
		return e
	default:
		return o.add(n, name, o.wrappedType(lastSegment(qualified), value, fallback), qualified, exported, s, nil)
	}
}

// objectMethods lists the functions of an exported object literal: for a
// caller of api.fetchUser() they are what a class's methods are.
func (o *outline) objectMethods(object *tsgo.Node, prefix string, parent *entry) {
	for _, p := range object.Properties() {
		if function := functionOf(p); function == nil {
			continue
		}
		if text, ok := tsgo.PropertyNameText(p.Name()); ok {
			o.add(p, p.Name(), facts.Method, prefix+"."+text, true, scope{}, parent)
		}
	}
}

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
