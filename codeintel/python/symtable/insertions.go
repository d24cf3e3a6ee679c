package symtable

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// attachInsertions assigns the insertions to the scopes and classes of their containers.
func (m *Module) attachInsertions() {
	for _, p := range m.insertions {
		x := &Binding{Kind: ValueBinding, Scope: p.scope, Value: p.value, Node: p.into}
		if p.elements {
			x.Kind = ElementBinding
		}
		switch into := p.into.(type) {
		case *syntax.Name:
			if s := p.scope.holder(into.ID); s != nil {
				if s.inserted == nil {
					s.inserted = map[string][]*Binding{}
				}
				s.inserted[into.ID] = append(s.inserted[into.ID], x)
			}
		case *syntax.Attribute:
			if c := receiverClass(p.scope, into.Value); c != nil {
				if c.inserted == nil {
					c.inserted = map[string][]*Binding{}
				}
				c.inserted[into.Attr.Name] = append(c.inserted[into.Attr.Name], x)
			}
		}
	}
}

// receiverClass returns the class of the current method if e is its receiver, else nil.
func receiverClass(s *Scope, e syntax.Expr) *Class {
	n, ok := e.(*syntax.Name)
	f := s.function
	if !ok || f == nil || f.Class == nil || len(f.Params.List) == 0 || f.Params.List[0].Name.Name != n.ID ||
		HasDecorator(f, "staticmethod") {
		return nil
	}
	return f.Class
}

// Insertions returns the insertions into the container that a binding holds.
func Insertions(b *Binding) []*Binding {
	if a, ok := b.Node.(*syntax.Attribute); ok {
		if c := receiverClass(b.Scope, a.Value); c != nil {
			return c.inserted[a.Attr.Name]
		}
		return nil
	}
	if s := b.Scope.holder(b.Name); s != nil {
		return s.inserted[b.Name]
	}
	return nil
}
