package python

import (
	"hash/maphash"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// shapeSeed makes the hashes of one process comparable.
var shapeSeed = maphash.MakeSeed() //nolint:gochecknoglobals // never written

// shaper hashes what of a file others can see.
type shaper struct {
	*module
	hash   maphash.Hash
	hashed map[*binding]bool // what is put into containers, as far as it was hashed
}

// shapeOf hashes what of a file matters to others: what it declares and binds, and of
// the bodies of functions what they return, yield and assign to their receiver, with
// the local variables in that. Equal shapes mean that facts of other files hold.
func shapeOf(m *module) uint64 {
	s := &shaper{module: m, hashed: map[*binding]bool{}}
	s.hash.SetSeed(shapeSeed)
	for i := range m.outline.decls {
		d := &m.outline.decls[i]
		s.write(d.ID)
		s.write(d.Type)
		for _, name := range d.ExportedAs {
			s.write(name)
		}
	}
	s.scope(m.scope, nil)
	var classes []*class
	for _, c := range m.classes {
		classes = append(classes, c)
	}
	slices.SortFunc(classes, func(a, b *class) int { return int(a.node.Pos() - b.node.Pos()) })
	for _, c := range classes {
		s.class(c)
	}
	var functions []*function
	for _, f := range m.functions {
		functions = append(functions, f)
	}
	slices.SortFunc(functions, func(a, b *function) int { return int(a.node.Pos() - b.node.Pos()) })
	for _, f := range functions {
		s.function(f)
	}
	return s.hash.Sum64()
}

func (s *shaper) write(text string) {
	_, _ = s.hash.WriteString(text) // never fails
	_ = s.hash.WriteByte(0)
}

func (s *shaper) node(n syntax.Node) { s.write(s.syntax.Source(n)) }

func (s *shaper) expr(e syntax.Expr) {
	if e == nil {
		s.write("-")
		return
	}
	s.node(e)
}

// scope hashes what is bound in a scope; of names that are not wanted, nothing.
func (s *shaper) scope(of *scope, wanted map[string]bool) {
	names := make([]string, 0, len(of.names))
	for name := range of.names {
		if wanted == nil || wanted[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		s.write(name)
		s.bindings(of.names[name])
		s.puts(of.put[name])
	}
	for _, b := range of.stars {
		s.importName(b.imported)
	}
}

func (s *shaper) bindings(list []*binding) {
	for _, b := range list {
		_ = s.hash.WriteByte(byte(b.kind))
		for _, i := range b.path {
			_ = s.hash.WriteByte(byte(i))
		}
		depth := 0
		for x := b.block; x != nil; x = x.parent {
			depth++
			if x.test != nil {
				s.expr(x.test)
			}
			if x.ends {
				s.write("ends")
			}
		}
		_ = s.hash.WriteByte(byte(depth))
		s.expr(b.annotation)
		s.expr(b.value)
		if b.imported != nil {
			s.importName(b.imported)
		}
	}
}

// puts hashes what is put into a container, from wherever.
func (s *shaper) puts(list []*binding) {
	for _, b := range list {
		if s.hashed[b] {
			continue // they may put each other into each other
		}
		s.hashed[b] = true
		_ = s.hash.WriteByte(byte(b.kind))
		s.slice(b.scope, b.value)
	}
}

func (s *shaper) importName(i *importName) {
	_ = s.hash.WriteByte(byte(i.level))
	s.write(i.module)
	s.write(i.name)
	s.write(i.as)
}

func (s *shaper) class(c *class) {
	for _, b := range c.node.Bases {
		s.expr(b)
	}
	for _, k := range c.node.Keywords {
		s.node(k)
	}
	s.scope(c.scope, nil)
	names := make([]string, 0, len(c.attributes))
	for name := range c.attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		s.write(name)
		s.bindings(c.attributes[name])
		for _, b := range c.attributes[name] {
			s.slice(b.scope, b.value)
		}
		s.puts(c.put[name])
	}
}

func (s *shaper) function(f *function) {
	for _, d := range f.decorators {
		s.node(d)
	}
	s.node(f.params)
	s.expr(f.annotation)
	if f.annotation != nil && !vague(f.annotation) && !hasQuotes(f.annotation) && f.async {
		s.write("async")
	}
	if f.generator {
		s.write("yields")
	}
	if f.annotation == nil || vague(f.annotation) {
		s.slice(f.scope, append(slices.Clone(f.returns), f.yields...)...)
	}
}

func hasQuotes(e syntax.Expr) bool {
	_, ok := e.(*syntax.Constant)
	return ok
}

// slice hashes expressions, and what is bound to the names in them, as far as that
// is in the bodies of functions.
func (s *shaper) slice(of *scope, list ...syntax.Expr) {
	wanted := map[string]bool{}
	var add func(syntax.Expr)
	add = func(e syntax.Expr) {
		if e == nil {
			return
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			name, ok := n.(*syntax.Name)
			if !ok || wanted[name.ID] {
				return true
			}
			wanted[name.ID] = true
			for at := of; at != nil && at.kind != moduleScope; at = at.parent {
				for _, b := range at.names[name.ID] {
					add(b.value)
				}
			}
			return true
		})
	}
	for _, e := range list {
		if e == nil {
			continue
		}
		s.node(e)
		add(e)
		if at := of.root.at(e.Pos()); at.test != nil {
			s.expr(at.test)
		}
	}
	for at := of; at != nil && at.kind != moduleScope; at = at.parent {
		if at.kind == functionScope || at.kind == compScope {
			s.scope(at, wanted)
		}
	}
}
