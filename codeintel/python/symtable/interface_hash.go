package symtable

import (
	"hash/maphash"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// hashSeed makes the hashes of one process comparable.
var hashSeed = maphash.MakeSeed() //nolint:gochecknoglobals // never written

// interfaceHasher hashes the parts of a file that other files depend on.
type interfaceHasher struct {
	*Module
	hash   maphash.Hash
	hashed map[*Binding]bool // insertions that were hashed already
}

// InterfaceHash hashes the parts of a file on which the facts of other files depend: its
// declarations and bindings, and from the bodies of functions the values that are returned,
// yielded and assigned to the receiver, with the local variables that they use. If the hash
// does not change, the facts of other files remain valid.
func InterfaceHash(m *Module) uint64 {
	s := &interfaceHasher{Module: m, hashed: map[*Binding]bool{}}
	s.hash.SetSeed(hashSeed)
	for i := range m.Outline.Decls {
		d := &m.Outline.Decls[i]
		s.write(d.ID)
		s.write(d.Type)
		for _, name := range d.ExportedAs {
			s.write(name)
		}
	}
	s.scope(m.Scope, nil)
	var classes []*Class
	for _, c := range m.Classes {
		classes = append(classes, c)
	}
	slices.SortFunc(classes, func(a, b *Class) int { return int(a.Node.Pos() - b.Node.Pos()) })
	for _, c := range classes {
		s.class(c)
	}
	var functions []*Function
	for _, f := range m.Functions {
		functions = append(functions, f)
	}
	slices.SortFunc(functions, func(a, b *Function) int { return int(a.node.Pos() - b.node.Pos()) })
	for _, f := range functions {
		s.function(f)
	}
	return s.hash.Sum64()
}

func (s *interfaceHasher) write(text string) {
	_, _ = s.hash.WriteString(text) // never fails
	_ = s.hash.WriteByte(0)
}

func (s *interfaceHasher) node(n syntax.Node) { s.write(s.Syntax.Source(n)) }

func (s *interfaceHasher) expr(e syntax.Expr) {
	if e == nil {
		s.write("-")
		return
	}
	s.node(e)
}

// scope hashes the bindings of a scope; if wanted is not nil, only those of some names.
func (s *interfaceHasher) scope(of *Scope, wanted map[string]bool) {
	names := make([]string, 0, len(of.Names))
	for name := range of.Names {
		if wanted == nil || wanted[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		s.write(name)
		s.bindings(of.Names[name])
		s.insertions(of.inserted[name])
	}
	for _, b := range of.Stars {
		s.importName(b.Imported)
	}
}

func (s *interfaceHasher) bindings(list []*Binding) {
	for _, b := range list {
		_ = s.hash.WriteByte(byte(b.Kind))
		for _, i := range b.Path {
			_ = s.hash.WriteByte(byte(i))
		}
		depth := 0
		for x := b.block; x != nil; x = x.Parent {
			depth++
			if x.Test != nil {
				s.expr(x.Test)
			}
			if x.leaves {
				s.write("ends")
			}
		}
		_ = s.hash.WriteByte(byte(depth))
		s.expr(b.Annotation)
		s.expr(b.Value)
		if b.Imported != nil {
			s.importName(b.Imported)
		}
	}
}

// insertions hashes the insertions into a container.
func (s *interfaceHasher) insertions(list []*Binding) {
	for _, b := range list {
		if s.hashed[b] {
			continue // insertions may be cyclic
		}
		s.hashed[b] = true
		_ = s.hash.WriteByte(byte(b.Kind))
		s.slice(b.Scope, b.Value)
	}
}

func (s *interfaceHasher) importName(i *Import) {
	_ = s.hash.WriteByte(byte(i.Level))
	s.write(i.Module)
	s.write(i.Name)
	s.write(i.Alias)
}

func (s *interfaceHasher) class(c *Class) {
	for _, b := range c.Node.Bases {
		s.expr(b)
	}
	for _, k := range c.Node.Keywords {
		s.node(k)
	}
	s.scope(c.Scope, nil)
	names := make([]string, 0, len(c.Attributes))
	for name := range c.Attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		s.write(name)
		s.bindings(c.Attributes[name])
		for _, b := range c.Attributes[name] {
			s.slice(b.Scope, b.Value)
		}
		s.insertions(c.inserted[name])
	}
}

func (s *interfaceHasher) function(f *Function) {
	for _, d := range f.decorators {
		s.node(d)
	}
	s.node(f.Params)
	s.expr(f.Annotation)
	if f.Annotation != nil && !IsVague(f.Annotation) && !hasQuotes(f.Annotation) && f.Async {
		s.write("async")
	}
	if f.Generator {
		s.write("yields")
	}
	if f.Annotation == nil || IsVague(f.Annotation) {
		s.slice(f.Scope, append(slices.Clone(f.Returns), f.Yields...)...)
	}
}

func hasQuotes(e syntax.Expr) bool {
	_, ok := e.(*syntax.Constant)
	return ok
}

// slice hashes expressions and the bindings of their names in enclosing functions.
func (s *interfaceHasher) slice(of *Scope, list ...syntax.Expr) {
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
			for at := of; at != nil && at.Kind != ModuleScope; at = at.Parent {
				for _, b := range at.Names[name.ID] {
					add(b.Value)
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
		if at := of.Root.At(e.Pos()); at.Test != nil {
			s.expr(at.Test)
		}
	}
	for at := of; at != nil && at.Kind != ModuleScope; at = at.Parent {
		if at.Kind == FunctionScope || at.Kind == ComprehensionScope {
			s.scope(at, wanted)
		}
	}
}
