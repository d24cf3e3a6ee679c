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
			syntax.EachBlock(s, b.declareGlobals)
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
		f.overload = f.overload || syntax.LastName(d) == "overload"
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
