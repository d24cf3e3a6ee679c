package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/outline"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Build builds the symbol table of a file.
func Build(path string, s *syntax.Module) *Module {
	m := &Module{
		Path: path, Syntax: s, Outline: outline.New(path, s), Functions: map[syntax.Node]*Function{},
		Classes: map[*syntax.ClassDef]*Class{}, Comprehensions: map[*syntax.Comp]*Scope{}, Size: len(s.Text),
	}
	end := token.Pos(len(s.Text) + 1)
	m.Scope = m.newScope(ModuleScope, nil, 0, end)
	m.Scope.decl = -1
	b := &builder{module: m, scope: m.Scope, block: m.Scope.Root}
	b.declareGlobals(s.Body)
	b.statements(s.Body)
	b.runPostponed()
	m.attachInsertions()
	return m
}

// statements records the bindings of a block.
func (b *builder) statements(list []syntax.Stmt) {
	outer := b.block
	for i, s := range list {
		b.statement(s)
		if test, negated := conditionAfter(s); test != nil && i+1 < len(list) {
			rest := b.nest(list[i+1].Pos(), list[len(list)-1].End())
			rest.unconditional, rest.Test, rest.Negated = true, test, negated
			b.block = rest
		}
	}
	if n := len(list); n > 0 && endsBlock(list[n-1]) {
		for x := b.block; x != nil; x = x.Parent {
			x.leaves = x.Parent != nil
			if x == outer {
				break
			}
		}
	}
	b.block = outer
}

// conditionAfter returns the condition that holds after a statement: that of an assertion, or
// the negated one of an if statement whose body leaves the block.
func conditionAfter(s syntax.Stmt) (test syntax.Expr, negated bool) {
	switch s := s.(type) {
	case *syntax.Assert:
		return s.Test, false
	case *syntax.If:
		if n := len(s.Body); n > 0 && endsBlock(s.Body[n-1]) {
			return s.Test, true
		}
	}
	return nil, false
}

// endsBlock reports whether control does not continue after a statement.
func endsBlock(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.Return, *syntax.Raise, *syntax.Continue, *syntax.Break:
		return true
	}
	return false
}

// inner visits a list of statements as a block.
func (b *builder) inner(list []syntax.Stmt, branch syntax.Node, loop bool, test syntax.Expr, negated bool) {
	if len(list) == 0 {
		return
	}
	outer := b.block
	b.block = b.nest(list[0].Pos(), list[len(list)-1].End())
	b.block.branch, b.block.loop, b.block.Test, b.block.Negated = branch, loop, test, negated
	b.statements(list)
	b.block = outer
}

func (b *builder) statement(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.FunctionDef:
		b.functionDef(s)
	case *syntax.ClassDef:
		b.classDef(s)
	case *syntax.Assign:
		b.expression(s.Value)
		for _, t := range s.Targets {
			b.target(t, &Binding{Kind: ValueBinding, Value: s.Value}, s.End())
		}
	case *syntax.AnnAssign:
		b.annotated(s)
	case *syntax.AugAssign:
		b.expression(s.Value)
		if n, ok := s.Target.(*syntax.Name); ok {
			b.bind(&Binding{Kind: Unbinding, Name: n.ID, Node: n}, s.End())
		}
	case *syntax.TypeAlias:
		b.bind(&Binding{Kind: AliasBinding, Name: s.Name.Name, Value: s.Value, Node: s}, s.End())
	case *syntax.Import:
		for _, a := range s.Names {
			b.importModule(a)
		}
	case *syntax.ImportFrom:
		for _, a := range s.Names {
			b.importFrom(s, a)
		}
	case *syntax.Return:
		b.expression(s.Value)
		if f := b.scope.function; f != nil && s.Value != nil && b.scope.Kind == FunctionScope {
			f.Returns = append(f.Returns, s.Value)
		}
	case *syntax.Delete:
		for _, t := range s.Targets {
			if n, ok := t.(*syntax.Name); ok {
				b.bind(&Binding{Kind: Unbinding, Name: n.ID, Node: n}, s.End())
			} else {
				b.expression(t)
			}
		}
	default:
		b.compound(s)
	}
}

// compound visits a statement with blocks, and any statement without bindings.
func (b *builder) compound(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		b.ifStatement(s)
	case *syntax.For:
		b.expression(s.Iter)
		b.target(s.Target, &Binding{Kind: ElementBinding, Value: s.Iter, Async: s.Async}, s.Target.End())
		b.inner(s.Body, nil, true, nil, false)
		b.inner(s.Else, nil, false, nil, false)
	case *syntax.While:
		b.expression(s.Test)
		b.inner(s.Body, nil, true, s.Test, false)
		b.inner(s.Else, nil, false, nil, false)
	case *syntax.With:
		for _, item := range s.Items {
			b.expression(item.Context)
			if item.Target != nil {
				b.target(item.Target, &Binding{Kind: ContextBinding, Value: item.Context, Async: s.Async},
					item.Target.End())
			}
		}
		b.inner(s.Body, nil, false, nil, false)
		if n := len(b.block.children); n > 0 && len(s.Body) > 0 {
			b.block.children[n-1].unconditional = true
		}
	case *syntax.Try:
		b.inner(s.Body, nil, false, nil, false)
		for _, h := range s.Handlers {
			b.handler(s, h)
		}
		b.inner(s.Else, s, false, nil, false)
		b.inner(s.Finally, nil, false, nil, false)
	case *syntax.Match:
		b.expression(s.Subject)
		for _, c := range s.Cases {
			b.matchCase(s, c)
		}
	case *syntax.Bad:
		for _, e := range s.Exprs {
			b.expression(e)
		}
		b.inner(s.Body, nil, false, nil, false)
	default:
		syntax.Children(s, func(n syntax.Node) {
			if e, ok := n.(syntax.Expr); ok {
				b.expression(e)
			}
		})
	}
}

func (b *builder) ifStatement(s *syntax.If) {
	b.expression(s.Test)
	outer := b.typeOnly
	b.typeOnly = outer || syntax.LastName(s.Test) == "TYPE_CHECKING"
	b.inner(s.Body, s, false, s.Test, false)
	b.typeOnly = outer
	b.inner(s.Else, s, false, s.Test, true)
}

func (b *builder) handler(try *syntax.Try, h *syntax.ExceptHandler) {
	b.expression(h.Type)
	outer := b.block
	b.block = b.nest(h.Pos(), h.End())
	b.block.branch = try
	if h.Name.Name != "" {
		b.bind(&Binding{Kind: ExceptionBinding, Name: h.Name.Name, Value: h.Type, Node: h}, h.Name.End())
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

// pattern records the captures of a pattern. whole is true if the pattern is matched against
// the complete subject, not against a part of it.
func (b *builder) pattern(p syntax.Pattern, subject syntax.Expr, whole bool) {
	capture := func(name syntax.Ident, value syntax.Expr, kind BindingKind) {
		if name.Name != "" {
			b.bind(&Binding{Kind: kind, Name: name.Name, Value: value, Node: p}, p.End())
		}
	}
	switch p := p.(type) {
	case *syntax.MatchAs:
		of, isClass := p.Pattern.(*syntax.MatchClass)
		switch {
		case isClass:
			capture(p.Name, of.Class, PatternBinding)
		case whole && p.Pattern == nil:
			capture(p.Name, subject, ValueBinding)
		default:
			capture(p.Name, nil, PatternBinding)
		}
		if p.Pattern != nil {
			b.pattern(p.Pattern, subject, whole)
		}
	case *syntax.MatchStar:
		capture(p.Name, nil, PatternBinding)
	case *syntax.MatchMapping:
		capture(p.Rest, nil, PatternBinding)
		for _, inner := range p.Patterns {
			b.pattern(inner, nil, false)
		}
	case *syntax.MatchClass:
		if n, ok := subject.(*syntax.Name); ok && whole {
			b.bind(&Binding{Kind: PatternBinding, Name: n.ID, Value: p.Class, Node: p}, p.End())
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
