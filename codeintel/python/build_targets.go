package python

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

func (b *builder) handler(try *syntax.Try, h *syntax.ExceptHandler) {
	b.expression(h.Type)
	outer := b.block
	b.block = b.nest(h.Pos(), h.End())
	b.block.branch = try
	if h.Name.Name != "" {
		b.bind(&binding{kind: boundException, name: h.Name.Name, value: h.Type, node: h}, h.Name.End())
	}
	b.statements(h.Body)
	b.block = outer
}

func (b *builder) matchCase(match *syntax.Match, c *syntax.MatchCase) {
	outer := b.block
	b.block = b.nest(c.Pos(), c.End())
	b.block.branch = match
	if c.Pattern != nil {
		b.pattern(c.Pattern, match.Subject, true)
	}
	b.expression(c.Guard)
	b.statements(c.Body)
	b.block = outer
}

// pattern binds what a pattern captures. whole is set while it is the subject as a
// whole that the pattern is for.
func (b *builder) pattern(p syntax.Pattern, subject syntax.Expr, whole bool) {
	capture := func(name syntax.Ident, value syntax.Expr, kind bindingKind) {
		if name.Name != "" {
			b.bind(&binding{kind: kind, name: name.Name, value: value, node: p}, p.End())
		}
	}
	switch p := p.(type) {
	case *syntax.MatchAs:
		of, isClass := p.Pattern.(*syntax.MatchClass)
		switch {
		case isClass:
			capture(p.Name, of.Class, boundPattern)
		case whole && p.Pattern == nil:
			capture(p.Name, subject, boundValue)
		default:
			capture(p.Name, nil, boundPattern)
		}
		if p.Pattern != nil {
			b.pattern(p.Pattern, subject, whole)
		}
	case *syntax.MatchStar:
		capture(p.Name, nil, boundPattern)
	case *syntax.MatchMapping:
		capture(p.Rest, nil, boundPattern)
		for _, inner := range p.Patterns {
			b.pattern(inner, nil, false)
		}
	case *syntax.MatchClass:
		if n, ok := subject.(*syntax.Name); ok && whole {
			b.bind(&binding{kind: boundPattern, name: n.ID, value: p.Class, node: p}, p.End())
		}
		for _, inner := range p.Patterns {
			b.pattern(inner, nil, false)
		}
		for _, inner := range p.Keywords {
			b.pattern(inner, nil, false)
		}
	case *syntax.MatchSequence:
		for _, inner := range p.Patterns {
			b.pattern(inner, nil, false)
		}
	case *syntax.MatchOr:
		for _, inner := range p.Patterns {
			b.pattern(inner, nil, false)
		}
	}
}

func (b *builder) annotated(s *syntax.AnnAssign) {
	if s.Value != nil {
		b.expression(s.Value)
	}
	b.target(s.Target, &binding{kind: boundValue, value: s.Value, annotation: s.Annotation}, s.End())
}

// target binds what an assignment assigns to.
func (b *builder) target(t syntax.Expr, x *binding, from token.Pos) {
	switch t := t.(type) {
	case *syntax.Name:
		named := *x
		named.name, named.node = t.ID, t
		b.bind(&named, from)
	case *syntax.Attribute:
		b.attribute(t, x, from)
	case *syntax.Starred:
		part := *x
		part.kind, part.value, part.annotation = boundNothing, nil, nil
		b.target(t.Value, &part, from)
	case *syntax.Tuple:
		b.parts(t.Elts, x, from)
	case *syntax.List:
		b.parts(t.Elts, x, from)
	case *syntax.Subscript:
		b.expression(t)
		if x.kind == boundValue && len(x.path) == 0 && x.value != nil {
			b.puts = append(b.puts, put{into: t.Value, value: x.value, scope: b.scope})
		}
	}
}

func (b *builder) parts(list []syntax.Expr, x *binding, from token.Pos) {
	for i, e := range list {
		part := *x
		part.path = append(x.path[:len(x.path):len(x.path)], i)
		b.target(e, &part, from)
	}
}

// attribute notes self.name = value.
func (b *builder) attribute(t *syntax.Attribute, x *binding, from token.Pos) {
	b.expression(t.Value)
	c := receiverClass(b.scope, t.Value)
	if c == nil {
		return
	}
	named := *x
	named.name, named.node, named.scope, named.from, named.block = t.Attr.Name, t, b.scope, from, b.block
	c.attributes[named.name] = append(c.attributes[named.name], &named)
}

// decoratesAs reports a function with a decorator of that name.
func decoratesAs(f *function, names ...string) bool {
	for _, d := range f.decorators {
		for _, n := range names {
			if syntax.LastName(d) == n {
				return true
			}
		}
	}
	return false
}
