package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// builder visits the statements of one scope. It visits the bodies of functions after the
// scope around them.
type builder struct {
	module    *Module
	scope     *Scope
	block     *Block
	typeOnly  bool
	postponed []func()
}

func (m *Module) newScope(kind ScopeKind, parent *Scope, from, to token.Pos) *Scope {
	s := &Scope{
		Kind: kind, Module: m, Parent: parent, Names: map[string][]*Binding{},
		Root: &Block{From: from, to: to}, end: to,
	}
	if parent != nil {
		s.decl, s.Class, s.function = parent.decl, parent.Class, parent.function
	}
	return s
}

func (b *builder) runPostponed() {
	for len(b.postponed) > 0 {
		next := b.postponed
		b.postponed = nil
		for _, f := range next {
			f()
		}
	}
}

// bind records a binding, in effect from a position on.
func (b *builder) bind(x *Binding, from token.Pos) {
	target := b.scope
	switch {
	case b.scope.Globals[x.Name]:
		target = b.module.Scope
	case b.scope.outer[x.Name]:
		for target = target.Parent; target.Parent != nil; target = target.Parent {
			if target.Kind == FunctionScope && target.Names[x.Name] != nil {
				break
			}
		}
	case b.scope.Kind == ComprehensionScope && x.Kind != ElementBinding: // walrus
		for target.Kind == ComprehensionScope {
			target = target.Parent
		}
	}
	if x.Scope == nil {
		x.Scope = b.scope
	}
	x.From, x.block = from, b.block
	if target != b.scope { // a nested scope binds the name, at an unknown time
		x.From, x.block = target.Root.From, &Block{Parent: target.Root, From: target.Root.From, to: target.Root.From}
	}
	target.Names[x.Name] = append(target.Names[x.Name], x)
}

// nest adds a block to the current block.
func (b *builder) nest(from, to token.Pos) *Block {
	x := &Block{Parent: b.block, From: from, to: to}
	b.block.children = append(b.block.children, x)
	return x
}

// parameters visits the default values, which are evaluated outside the function.
func (b *builder) parameters(f *Function) {
	for _, p := range f.Params.List {
		b.expression(p.Default)
	}
}

// deferBody opens the scope of a function and defers the visit of its body.
func (b *builder) deferBody(f *Function, typeParams []*syntax.TypeParam, body func(*builder)) {
	f.Scope = b.module.newScope(FunctionScope, b.scope, f.node.Pos(), f.node.End())
	f.Scope.function = f
	f.AnnotationScope = f.OuterScope
	if len(typeParams) > 0 {
		f.AnnotationScope = f.Scope
	}
	if f.Decl >= 0 {
		f.Scope.decl = f.Decl
	}
	b.postponed = append(b.postponed, func() {
		inner := &builder{module: b.module, scope: f.Scope, block: f.Scope.Root}
		inner.typeParams(typeParams)
		for _, p := range f.Params.List {
			if p.Name.Name != "" {
				inner.bind(&Binding{
					Kind: ParameterBinding, Name: p.Name.Name, Function: f, Parameter: p, Node: p,
					Value: p.Default, Annotation: p.Annotation, Scope: f.AnnotationScope,
				}, f.node.Pos())
			}
		}
		body(inner)
		inner.runPostponed()
	})
}

func (b *builder) typeParams(list []*syntax.TypeParam) {
	for _, t := range list {
		b.bind(&Binding{Kind: TypeParamBinding, Name: t.Name.Name, Value: t.Bound, Node: t}, t.Pos())
	}
}
