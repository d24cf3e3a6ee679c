package outline

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// class lists a class and its members. declaring is the node that gives the
// class its name: the class itself, or the variable it is assigned to.
func (o *File) class(declaring, class *tsgo.Node, name string, exported bool, s scope) *Entry {
	elementType := facts.Class
	if o.extendsReactComponent(class) {
		elementType = facts.Component
	}
	e := o.add(declaring, class.Name(), elementType, s.prefix+name, exported, s)
	if declaring != class {
		e.Nodes = append(e.Nodes, class)
	}
	o.members(class, e)
	return e
}

// members lists the members of a class and the declarations in them. Overloads form one
// entry; so do a getter and its setter.
func (o *File) members(class *tsgo.Node, parent *Entry) {
	if o.shallow {
		return
	}
	m := memberList{File: o, parent: parent, seen: map[memberKey]*Entry{}}
	class.ForEachChild(func(c *tsgo.Node) bool {
		switch {
		case c.Flags&tsgo.NodeFlagsReparsed != 0:
		case syntax.IsMember(c) || c.Kind == tsgo.KindConstructor:
			m.member(c)
		default: // heritage, decorators, static blocks
			o.within(c, bodyScope(parent))
		}
		return false
	})
}

// signatures lists the members of an interface or type literal.
func (o *File) signatures(members []*tsgo.Node, parent *Entry) {
	if o.shallow {
		return
	}
	m := memberList{File: o, parent: parent, seen: map[memberKey]*Entry{}}
	for _, n := range members {
		m.member(n)
	}
}

// typeMembers lists the members of the type literals in a type, an intersection or a
// union. A member that several parts of a union have is listed once.
func (o *File) typeMembers(t *tsgo.Node, parent *Entry) {
	var members []*tsgo.Node
	var collect func(*tsgo.Node)
	collect = func(t *tsgo.Node) {
		switch {
		case t == nil:
		case t.Kind == tsgo.KindTypeLiteral:
			members = append(members, t.Members()...)
		case t.Kind == tsgo.KindParenthesizedType:
			collect(t.Type())
		case t.Kind == tsgo.KindIntersectionType:
			for _, part := range t.AsIntersectionTypeNode().Types.Nodes {
				collect(part)
			}
		case t.Kind == tsgo.KindUnionType:
			for _, part := range t.AsUnionTypeNode().Types.Nodes {
				collect(part)
			}
		}
	}
	collect(t)
	o.signatures(members, parent)
}

// memberList lists the members of one declaration.
type memberList struct {
	*File
	parent *Entry
	seen   map[memberKey]*Entry
}

// memberKey identifies a member of a class: a static and an instance member can have the
// same name.
type memberKey struct {
	name   string
	static bool
}

func (l *memberList) member(m *tsgo.Node) {
	name, elementType := syntax.MemberName(m, l.Source)
	if name == "" || m.Flags&tsgo.NodeFlagsReparsed != 0 {
		return
	}
	flags := m.ModifierFlags()
	key := memberKey{name, flags&tsgo.ModifierFlagsStatic != 0}
	e := l.seen[key]
	if e == nil {
		exported := l.parent.Exported && flags&tsgo.ModifierFlagsPrivate == 0 && name[0] != '#'
		e = l.add(m, m.Name(), elementType, l.parent.Name+"."+name, exported, scope{parent: l.parent})
		l.seen[key] = e
	} else {
		e.Nodes = append(e.Nodes, m)
		if m.Body() != nil && e.Nodes[0].Body() == nil {
			l.setLines(e, m, m.Name())
		}
	}
	if m.Kind == tsgo.KindConstructor {
		l.parameterProperties(m)
	}
	if m.Kind != tsgo.KindMethodSignature && m.Kind != tsgo.KindPropertySignature {
		l.inside(m, bodyScope(e))
	}
}

// parameterProperties lists the parameters of a constructor that are members of
// the class: constructor(private readonly name: string).
func (l *memberList) parameterProperties(constructor *tsgo.Node) {
	for _, p := range constructor.Parameters() {
		if !tsgo.IsParameterProperty(p) || p.Name() == nil || p.Name().Kind != tsgo.KindIdentifier ||
			p.Name().Text() == "" {
			continue
		}
		name, key := p.Name().Text(), memberKey{name: p.Name().Text()}
		if l.seen[key] != nil {
			continue
		}
		exported := l.parent.Exported && p.ModifierFlags()&tsgo.ModifierFlagsPrivate == 0
		l.seen[key] = l.add(p, p.Name(), facts.Property, l.parent.Name+"."+name, exported, scope{parent: l.parent})
	}
}
