package python

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// build makes the scopes of a file.
func build(path string, s *syntax.Module) *module {
	m := &module{
		path: path, syntax: s, outline: outlineOf(path, s), functions: map[syntax.Node]*function{},
		classes: map[*syntax.ClassDef]*class{}, comps: map[*syntax.Comp]*scope{}, size: len(s.Text),
	}
	end := token.Pos(len(s.Text) + 1)
	m.scope = m.newScope(moduleScope, nil, 0, end)
	m.scope.decl = -1
	b := &builder{module: m, scope: m.scope, block: m.scope.root}
	b.declareGlobals(s.Body)
	b.statements(s.Body)
	b.later()
	m.place()
	return m
}

func (m *module) newScope(kind scopeKind, parent *scope, from, to token.Pos) *scope {
	s := &scope{kind: kind, module: m, parent: parent, names: map[string][]*binding{}, root: &block{from: from, to: to}, end: to}
	if parent != nil {
		s.decl, s.class, s.function = parent.decl, parent.class, parent.function
	}
	return s
}

// builder walks the statements of one scope. Bodies of functions come when the
// scope around them is done.
type builder struct {
	*module
	scope     *scope
	block     *block
	typeOnly  bool
	postponed []func()
}

func (b *builder) later() {
	for len(b.postponed) > 0 {
		next := b.postponed
		b.postponed = nil
		for _, f := range next {
			f()
		}
	}
}

// bind enters a binding of a name.
func (b *builder) bind(x *binding, from token.Pos) {
	target := b.scope
	switch {
	case b.scope.globals[x.name]:
		target = b.module.scope
	case b.scope.outer[x.name]:
		for target = target.parent; target.parent != nil; target = target.parent {
			if target.kind == functionScope && target.names[x.name] != nil {
				break
			}
		}
	case b.scope.kind == compScope && x.kind != boundItem: // walrus
		for target.kind == compScope {
			target = target.parent
		}
	}
	if x.scope == nil {
		x.scope = b.scope
	}
	x.from, x.block = from, b.block
	if target != b.scope { // bound from within: when, nobody knows
		x.from, x.block = target.root.from, &block{parent: target.root, from: target.root.from, to: target.root.from}
	}
	target.names[x.name] = append(target.names[x.name], x)
}

// statements enters what a block binds.
func (b *builder) statements(list []syntax.Stmt) {
	outer := b.block
	for i, s := range list {
		b.statement(s)
		if test, negated := leftTrue(s); test != nil && i+1 < len(list) {
			rest := b.nest(list[i+1].Pos(), list[len(list)-1].End())
			rest.clear, rest.test, rest.negated = true, test, negated
			b.block = rest
		}
	}
	if n := len(list); n > 0 && leaves(list[n-1]) {
		for x := b.block; x != nil; x = x.parent {
			x.ends = x.parent != nil
			if x == outer {
				break
			}
		}
	}
	b.block = outer
}

// leftTrue returns what holds behind a statement: behind an assertion, and behind
// an if that nobody comes out of.
func leftTrue(s syntax.Stmt) (test syntax.Expr, negated bool) {
	switch s := s.(type) {
	case *syntax.Assert:
		return s.Test, false
	case *syntax.If:
		if n := len(s.Body); n > 0 && leaves(s.Body[n-1]) {
			return s.Test, true
		}
	}
	return nil, false
}

// leaves reports a statement behind which nothing of its block is run.
func leaves(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.Return, *syntax.Raise, *syntax.Continue, *syntax.Break:
		return true
	}
	return false
}

// nest adds a block within the current one.
func (b *builder) nest(from, to token.Pos) *block {
	x := &block{parent: b.block, from: from, to: to}
	b.block.children = append(b.block.children, x)
	return x
}

// inner walks a list of statements as a block of its own.
func (b *builder) inner(list []syntax.Stmt, branch syntax.Node, loop bool, test syntax.Expr, negated bool) {
	if len(list) == 0 {
		return
	}
	outer := b.block
	b.block = b.nest(list[0].Pos(), list[len(list)-1].End())
	b.block.branch, b.block.loop, b.block.test, b.block.negated = branch, loop, test, negated
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
			b.target(t, &binding{kind: boundValue, value: s.Value}, s.End())
		}
	case *syntax.AnnAssign:
		b.annotated(s)
	case *syntax.AugAssign:
		b.expression(s.Value)
		if n, ok := s.Target.(*syntax.Name); ok {
			b.bind(&binding{kind: boundNothing, name: n.ID, node: n}, s.End())
		}
	case *syntax.TypeAlias:
		b.bind(&binding{kind: boundAlias, name: s.Name.Name, value: s.Value, node: s}, s.End())
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
		if f := b.scope.function; f != nil && s.Value != nil && b.scope.kind == functionScope {
			f.returns = append(f.returns, s.Value)
		}
	case *syntax.Delete:
		for _, t := range s.Targets {
			if n, ok := t.(*syntax.Name); ok {
				b.bind(&binding{kind: boundNothing, name: n.ID, node: n}, s.End())
			} else {
				b.expression(t)
			}
		}
	default:
		b.compound(s)
	}
}

// compound walks a statement with blocks, and all others.
func (b *builder) compound(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		b.ifStatement(s)
	case *syntax.For:
		b.expression(s.Iter)
		b.target(s.Target, &binding{kind: boundItem, value: s.Iter, async: s.Async}, s.Target.End())
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
				b.target(item.Target, &binding{kind: boundContext, value: item.Context, async: s.Async}, item.Target.End())
			}
		}
		b.inner(s.Body, nil, false, nil, false)
		if n := len(b.block.children); n > 0 && len(s.Body) > 0 {
			b.block.children[n-1].clear = true
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
