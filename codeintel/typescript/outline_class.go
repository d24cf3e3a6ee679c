package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// class lists a class and its members. declaring is the node that gives the
// class its name: the class itself, or the variable it is assigned to.
func (o *outline) class(declaring, class *tsgo.Node, name string, exported bool, s scope) *entry {
	elementType := facts.Class
	if o.extendsReactComponent(class) {
		elementType = facts.Component
	}
	qualified := s.prefix + name
	e := o.add(declaring, class.Name(), elementType, qualified, exported, s, nil)
	if declaring != class {
		e.nodes = append(e.nodes, class)
	}
	o.members(class, qualified, e)
	return e
}

// members lists methods, accessors, constructors and function-valued
// properties. Overloads and a getter with its setter are one element each.
func (o *outline) members(class *tsgo.Node, className string, parent *entry) {
	seen := map[string]*entry{}
	for _, m := range class.Members() {
		if m.Flags&tsgo.NodeFlagsReparsed != 0 {
			continue
		}
		name, ok := memberName(m, o.file)
		if !ok {
			continue
		}
		key := name
		if m.ModifierFlags()&tsgo.ModifierFlagsStatic != 0 {
			key = "static " + name
		}
		if e := seen[key]; e != nil {
			e.nodes = append(e.nodes, m)
			if m.Body() != nil && e.nodes[0].Body() == nil {
				o.place(e, m, m.Name())
			}
			continue
		}
		exported := parent.Exported && m.ModifierFlags()&tsgo.ModifierFlagsPrivate == 0 && name[0] != '#'
		seen[key] = o.add(m, m.Name(), facts.Method, className+"."+name, exported, scope{}, parent)
	}
}

// memberName returns the name of a class member that is listed as a method.
func memberName(m *tsgo.Node, file *tsgo.SourceFile) (string, bool) {
	switch m.Kind {
	case tsgo.KindConstructor:
		return "constructor", true
	case tsgo.KindMethodDeclaration, tsgo.KindGetAccessor, tsgo.KindSetAccessor, tsgo.KindPropertyDeclaration:
	default:
		return "", false
	}
	if functionOf(m) == nil || m.Name() == nil {
		return "", false
	}
	if text, ok := tsgo.PropertyNameText(m.Name()); ok {
		return text, text != ""
	}
	text := tsgo.SourceText(m.Name(), file) // [Symbol.iterator]
	return text, text != ""
}
