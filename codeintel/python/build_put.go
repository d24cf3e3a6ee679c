package python

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// put is a place where something is put into a container: l.append(x), d[k] = x.
type put struct {
	into  syntax.Expr // a name, or an attribute of a receiver
	value syntax.Expr
	all   bool // it is the elements of the value that are put there
	scope *scope
}

// putCall notes a call that puts something into a container.
func (b *builder) putCall(e *syntax.Call) {
	a, ok := e.Func.(*syntax.Attribute)
	if !ok || len(e.Args) == 0 {
		return
	}
	switch a.Attr.Name {
	case "append", "add", "appendleft", "insert":
		b.puts = append(b.puts, put{into: a.Value, value: e.Args[len(e.Args)-1], scope: b.scope})
	case "extend":
		b.puts = append(b.puts, put{into: a.Value, value: e.Args[0], all: true, scope: b.scope})
	case "setdefault":
		if len(e.Args) == 2 {
			b.puts = append(b.puts, put{into: a.Value, value: e.Args[1], scope: b.scope})
		}
	}
}

// place enters what is put into containers with the names and attributes that hold
// them.
func (m *module) place() {
	for _, p := range m.puts {
		x := &binding{kind: boundValue, scope: p.scope, value: p.value, node: p.into}
		if p.all {
			x.kind = boundItem
		}
		switch into := p.into.(type) {
		case *syntax.Name:
			if s := p.scope.holder(into.ID); s != nil {
				if s.put == nil {
					s.put = map[string][]*binding{}
				}
				s.put[into.ID] = append(s.put[into.ID], x)
			}
		case *syntax.Attribute:
			if c := receiverClass(p.scope, into.Value); c != nil {
				if c.put == nil {
					c.put = map[string][]*binding{}
				}
				c.put[into.Attr.Name] = append(c.put[into.Attr.Name], x)
			}
		}
	}
}

// holder returns the scope that a name is looked up in.
func (s *scope) holder(name string) *scope {
	if s.globals[name] {
		return s.module.scope
	}
	for at := s; at != nil; at = at.parent {
		if (at.kind != classScope || at == s) && at.names[name] != nil {
			return at
		}
	}
	return nil
}

// receiverClass returns the class of a method, where e is the method's receiver.
func receiverClass(s *scope, e syntax.Expr) *class {
	n, ok := e.(*syntax.Name)
	f := s.function
	if !ok || f == nil || f.class == nil || len(f.params.List) == 0 || f.params.List[0].Name.Name != n.ID || decoratesAs(f, "staticmethod") {
		return nil
	}
	return f.class
}

// filled returns containers with what is put into them besides.
func (ev *evaluator) filled(values []value, puts []*binding) []value {
	if len(puts) == 0 {
		return values
	}
	var more []value
	for _, p := range puts {
		more = join(more, ev.bound(p)...)
	}
	var out []value
	for _, v := range values {
		if v.kind == aBuiltin {
			switch v.text {
			case "list", "set", "iterator":
				v = ev.container(v.text, join(v.elements(), more...))
			case "dict":
				v = ev.container("dict", v.argument(0), join(v.argument(1), more...))
			}
			v.guess = true
		}
		out = join(out, v)
	}
	return out
}

// putsOf returns what is put into what a binding holds.
func putsOf(b *binding) []*binding {
	if a, ok := b.node.(*syntax.Attribute); ok {
		if c := receiverClass(b.scope, a.Value); c != nil {
			return c.put[a.Attr.Name]
		}
		return nil
	}
	if s := b.scope.holder(b.name); s != nil {
		return s.put[b.name]
	}
	return nil
}
