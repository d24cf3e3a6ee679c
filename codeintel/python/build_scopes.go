package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// declareGlobals finds what a body declares global or nonlocal, before anything is
// bound in it.
func (b *builder) declareGlobals(list []syntax.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.Global:
			if b.scope.globals == nil {
				b.scope.globals = map[string]bool{}
			}
			for _, n := range s.Names {
				b.scope.globals[n.Name] = b.scope.kind != moduleScope
			}
		case *syntax.Nonlocal:
			if b.scope.outer == nil {
				b.scope.outer = map[string]bool{}
			}
			for _, n := range s.Names {
				b.scope.outer[n.Name] = true
			}
		default:
			eachBlock(s, b.declareGlobals)
		}
	}
}

func (b *builder) functionDef(s *syntax.FunctionDef) {
	f := &function{
		module: b.module, name: s.Name.Name, node: s, params: s.Params, annotation: s.Returns, decorators: s.Decorators,
		decl: b.declOf(s), outer: b.scope, async: s.Async,
	}
	for _, d := range s.Decorators {
		b.expression(d)
		f.overload = f.overload || lastName(d) == "overload"
	}
	if b.scope.kind == classScope {
		f.class = b.scope.class
	}
	for _, before := range b.scope.names[f.name] {
		if before.kind == boundDef && before.function.overload {
			f.overloads = append(f.overloads, before.function)
		}
	}
	b.functions[s] = f
	b.bind(&binding{kind: boundDef, name: f.name, function: f, node: s}, s.Pos())
	b.parameters(f)
	b.open(f, s.TypeParams, func(inner *builder) {
		inner.declareGlobals(s.Body)
		inner.statements(s.Body)
	})
}

// parameters walks what is evaluated outside of a function.
func (b *builder) parameters(f *function) {
	for _, p := range f.params.List {
		b.expression(p.Default)
	}
}

// open postpones the body of a function to when the scope around it is done.
func (b *builder) open(f *function, typeParams []*syntax.TypeParam, body func(*builder)) {
	f.scope = b.newScope(functionScope, b.scope, f.node.Pos(), f.node.End())
	f.scope.function = f
	f.typed = f.outer
	if len(typeParams) > 0 {
		f.typed = f.scope
	}
	if f.decl >= 0 {
		f.scope.decl = f.decl
	}
	b.postponed = append(b.postponed, func() {
		inner := &builder{module: b.module, scope: f.scope, block: f.scope.root}
		inner.typeParams(typeParams)
		for _, p := range f.params.List {
			if p.Name.Name != "" {
				inner.bind(&binding{
					kind: boundParameter, name: p.Name.Name, function: f, parameter: p, node: p,
					value: p.Default, annotation: p.Annotation, scope: f.typed,
				}, f.node.Pos())
			}
		}
		body(inner)
		inner.later()
	})
}

func (b *builder) typeParams(list []*syntax.TypeParam) {
	for _, t := range list {
		b.bind(&binding{kind: boundTypeParam, name: t.Name.Name, value: t.Bound, node: t}, t.Pos())
	}
}

func (b *builder) classDef(s *syntax.ClassDef) {
	for _, d := range s.Decorators {
		b.expression(d)
	}
	for _, base := range s.Bases {
		b.expression(base)
	}
	for _, k := range s.Keywords {
		b.expression(k.Value)
	}
	c := &class{module: b.module, name: s.Name.Name, node: s, decl: b.declOf(s), outer: b.scope, attributes: map[string][]*binding{}}
	b.classes[s] = c
	c.scope = b.newScope(classScope, b.scope, s.Pos(), s.End())
	c.scope.class, c.scope.function = c, nil
	if c.decl >= 0 {
		c.scope.decl = c.decl
	}
	inner := &builder{module: b.module, scope: c.scope, block: c.scope.root, typeOnly: b.typeOnly}
	inner.typeParams(s.TypeParams)
	inner.declareGlobals(s.Body)
	inner.statements(s.Body)
	b.bind(&binding{kind: boundClass, name: c.name, class: c, node: s}, s.Pos())
	b.postponed = append(b.postponed, inner.postponed...)
}

func (b *builder) importModule(a *syntax.Alias) {
	i := &importName{node: a, module: a.Name.Name, as: a.AsName.Name, typeOnly: b.typeOnly, decl: b.scope.decl}
	b.imports = append(b.imports, i)
	name := i.as
	if name == "" {
		name, _, _ = strings.Cut(i.module, ".")
	}
	b.bind(&binding{kind: boundImport, name: name, imported: i, node: a}, a.Pos())
}

func (b *builder) importFrom(s *syntax.ImportFrom, a *syntax.Alias) {
	i := &importName{
		node: a, level: s.Level, module: s.Module.Name, name: a.Name.Name, as: a.AsName.Name, typeOnly: b.typeOnly, decl: b.scope.decl,
	}
	b.imports = append(b.imports, i)
	if i.name == "*" {
		b.scope.stars = append(b.scope.stars, &binding{kind: boundImport, name: "*", imported: i, node: a, scope: b.scope, block: b.block})
		return
	}
	name := i.as
	if name == "" {
		name = i.name
	}
	b.bind(&binding{kind: boundImport, name: name, imported: i, node: a}, a.Pos())
}

// expression finds what an expression binds, opens or makes conditional.
func (b *builder) expression(e syntax.Expr) {
	if e == nil {
		return
	}
	switch e := e.(type) {
	case *syntax.Name, *syntax.Constant:
	case *syntax.NamedExpr:
		b.expression(e.Value)
		if n, ok := e.Target.(*syntax.Name); ok {
			b.bind(&binding{kind: boundValue, name: n.ID, value: e.Value, node: n}, e.End())
		}
	case *syntax.Lambda:
		b.lambda(e)
	case *syntax.Comp:
		b.comprehension(e)
	case *syntax.BoolOp:
		b.chain(e)
	case *syntax.IfExp:
		b.expression(e.Test)
		b.conditional(e.Body, e.Test, false)
		b.conditional(e.Else, e.Test, true)
	case *syntax.Yield:
		b.yield(e.Value, e.Value)
	case *syntax.YieldFrom:
		b.yield(e.Value, e)
	case *syntax.Call:
		b.call(e)
	default:
		b.children(e)
	}
}

func (b *builder) children(e syntax.Expr) {
	syntax.Children(e, func(n syntax.Node) {
		switch n := n.(type) {
		case syntax.Expr:
			b.expression(n)
		case *syntax.Keyword:
			b.expression(n.Value)
		}
	})
}

// conditional walks an expression that is evaluated only if another is true, or
// false.
func (b *builder) conditional(e, test syntax.Expr, negated bool) {
	outer := b.block
	b.block = b.nest(e.Pos(), e.End())
	b.block.test, b.block.negated = test, negated
	b.expression(e)
	b.block = outer
}

// chain walks a chain of and, or one of or: each part is evaluated only if all
// before it are true, or false.
func (b *builder) chain(e *syntax.BoolOp) {
	outer := b.block
	for i, v := range e.Values {
		if i > 0 {
			b.block = b.nest(v.Pos(), e.End())
			b.block.test, b.block.negated = e.Values[i-1], e.Op == syntax.Or
		}
		b.expression(v)
	}
	b.block = outer
}

// yield notes what a generator yields: item is the value, or a YieldFrom.
func (b *builder) yield(value, item syntax.Expr) {
	b.expression(value)
	if f := b.scope.function; f != nil {
		f.generator = true
		if item != nil {
			f.yields = append(f.yields, item)
		}
	}
}

// call notes importlib.import_module("name") and __import__("name").
func (b *builder) call(e *syntax.Call) {
	b.children(e)
	b.putCall(e)
	if name := lastName(e.Func); name == "import_module" || name == "__import__" {
		if i := b.dynamicImport(e); i != nil {
			b.dynamic = append(b.dynamic, i)
		}
	}
}

// dynamicImport reads the name that a call imports; nil if it is computed.
func (m *module) dynamicImport(e *syntax.Call) *importName {
	if len(e.Args) == 0 {
		return nil
	}
	text, ok := m.syntax.StringValue(e.Args[0])
	dotted := strings.TrimLeft(text, ".")
	level := len(text) - len(dotted)
	if !ok || text == "" || level > 0 && !m.relativeToItself(e) {
		return nil
	}
	return &importName{node: e, level: level, module: dotted, decl: -1}
}

// relativeToItself reports import_module(".name", __package__) and the like.
func (m *module) relativeToItself(e *syntax.Call) bool {
	var anchor syntax.Expr
	if len(e.Args) > 1 {
		anchor = e.Args[1]
	}
	for _, k := range e.Keywords {
		if k.Name.Name == "package" {
			anchor = k.Value
		}
	}
	name := lastName(anchor)
	return name == "__package__" || name == "__name__" && isPackage(m.path)
}

func (b *builder) lambda(e *syntax.Lambda) {
	f := &function{module: b.module, name: "<lambda>", node: e, params: e.Params, decl: b.declOf(e), outer: b.scope, returns: []syntax.Expr{e.Body}}
	b.functions[e] = f
	b.parameters(f)
	b.open(f, nil, func(inner *builder) { inner.expression(e.Body) })
}

// comprehension opens the scope of one. What it first runs over is evaluated
// outside.
func (b *builder) comprehension(e *syntax.Comp) {
	s := b.newScope(compScope, b.scope, e.Pos(), e.End())
	b.comps[e] = s
	inner := &builder{module: b.module, scope: s, block: s.root, typeOnly: b.typeOnly}
	for i, g := range e.Generators {
		around := s
		if i == 0 {
			around = b.scope
			b.expression(g.Iter)
		} else {
			inner.expression(g.Iter)
		}
		inner.target(g.Target, &binding{kind: boundItem, value: g.Iter, async: g.Async, scope: around}, e.Pos())
		for _, test := range g.Ifs {
			inner.expression(test)
			if s.root.test == nil {
				s.root.test = test
			}
		}
	}
	inner.expression(e.Elt)
	inner.expression(e.Value)
	b.postponed = append(b.postponed, inner.postponed...)
}
