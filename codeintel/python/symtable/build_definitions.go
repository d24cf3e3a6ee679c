package symtable

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// declareGlobals records the global and nonlocal declarations of a body before its bindings.
func (b *builder) declareGlobals(list []syntax.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *syntax.Global:
			if b.scope.Globals == nil {
				b.scope.Globals = map[string]bool{}
			}
			for _, n := range s.Names {
				b.scope.Globals[n.Name] = b.scope.Kind != ModuleScope
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
	f := &Function{
		Module: b.module, name: s.Name.Name, node: s, Params: s.Params, Annotation: s.Returns, decorators: s.Decorators,
		Decl: b.module.DeclOf(s), OuterScope: b.scope, Async: s.Async,
	}
	for _, d := range s.Decorators {
		b.expression(d)
		f.overload = f.overload || syntax.LastName(d) == "overload"
	}
	if b.scope.Kind == ClassScope {
		f.Class = b.scope.Class
	}
	for _, before := range b.scope.Names[f.name] {
		if before.Kind == FunctionBinding && before.Function.overload {
			f.Overloads = append(f.Overloads, before.Function)
		}
	}
	b.module.Functions[s] = f
	b.bind(&Binding{Kind: FunctionBinding, Name: f.name, Function: f, Node: s}, s.Pos())
	b.parameters(f)
	b.deferBody(f, s.TypeParams, func(inner *builder) {
		inner.declareGlobals(s.Body)
		inner.statements(s.Body)
	})
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
	c := &Class{
		module: b.module, name: s.Name.Name, Node: s, Decl: b.module.DeclOf(s), OuterScope: b.scope,
		Attributes: map[string][]*Binding{},
	}
	b.module.Classes[s] = c
	c.Scope = b.module.newScope(ClassScope, b.scope, s.Pos(), s.End())
	c.Scope.Class, c.Scope.function = c, nil
	if c.Decl >= 0 {
		c.Scope.decl = c.Decl
	}
	inner := &builder{module: b.module, scope: c.Scope, block: c.Scope.Root, typeOnly: b.typeOnly}
	inner.typeParams(s.TypeParams)
	inner.declareGlobals(s.Body)
	inner.statements(s.Body)
	b.bind(&Binding{Kind: ClassBinding, Name: c.name, Class: c, Node: s}, s.Pos())
	b.postponed = append(b.postponed, inner.postponed...)
}

func (b *builder) importModule(a *syntax.Alias) {
	i := &Import{Node: a, Module: a.Name.Name, Alias: a.AsName.Name, TypeOnly: b.typeOnly, Decl: b.scope.decl}
	b.module.Imports = append(b.module.Imports, i)
	name := i.Alias
	if name == "" {
		name, _, _ = strings.Cut(i.Module, ".")
	}
	b.bind(&Binding{Kind: ImportBinding, Name: name, Imported: i, Node: a}, a.Pos())
}

func (b *builder) importFrom(s *syntax.ImportFrom, a *syntax.Alias) {
	i := &Import{
		Node: a, Level: s.Level, Module: s.Module.Name, Name: a.Name.Name, Alias: a.AsName.Name, TypeOnly: b.typeOnly,
		Decl: b.scope.decl,
	}
	b.module.Imports = append(b.module.Imports, i)
	if i.Name == "*" {
		b.scope.Stars = append(b.scope.Stars, &Binding{
			Kind: ImportBinding, Name: "*", Imported: i, Node: a,
			Scope: b.scope, block: b.block,
		})
		return
	}
	name := i.Alias
	if name == "" {
		name = i.Name
	}
	b.bind(&Binding{Kind: ImportBinding, Name: name, Imported: i, Node: a}, a.Pos())
}
