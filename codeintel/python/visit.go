package python

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// visitor walks one file, knowing which scope and declaration it is in.
type visitor struct {
	*evaluator
	module  *module
	out     *facts.File
	deep    bool // references are wanted
	scope   *scope
	decl    int
	place   syntax.Node // stands for the positions of an annotation in quotes
	imports map[syntax.Node]*importFacts
}

// factsOf resolves a file.
func factsOf(ev *evaluator, m *module, depth facts.Depth) facts.File {
	v := &visitor{
		evaluator: ev, module: m, out: &facts.File{Path: m.path}, deep: depth >= facts.AllReferences, scope: m.scope,
		decl: facts.ModuleLevel, imports: map[syntax.Node]*importFacts{},
	}
	for _, i := range m.imports {
		v.importStatement(i)
	}
	for _, i := range m.dynamic {
		v.importStatement(i)
	}
	v.statements(m.syntax.Body)
	v.finishImports()
	return *v.out
}

func (v *visitor) statements(list []syntax.Stmt) {
	for _, s := range list {
		v.node(s)
	}
}

// within walks something as part of a declaration and scope.
func (v *visitor) within(decl int, s *scope, walk func()) {
	outerDecl, outerScope := v.decl, v.scope
	if decl >= 0 {
		v.decl = decl
	}
	v.scope = s
	walk()
	v.decl, v.scope = outerDecl, outerScope
}

func (v *visitor) node(n syntax.Node) {
	if _, ok := n.(syntax.Expr); !ok {
		v.implicit(n)
	}
	switch n := n.(type) {
	case *syntax.FunctionDef:
		v.functionDef(n)
	case *syntax.ClassDef:
		v.classDef(n)
	case *syntax.Assign:
		v.assign(n)
	case *syntax.AnnAssign:
		v.annAssign(n)
	case *syntax.TypeAlias:
		v.within(v.module.declOf(n), v.scope, func() { v.annotation(n.Value) })
	case *syntax.Import, *syntax.ImportFrom, *syntax.Global, *syntax.Nonlocal:
	case syntax.Expr:
		v.expression(n)
	default:
		syntax.Children(n, v.node)
	}
}

func (v *visitor) functionDef(n *syntax.FunctionDef) {
	f := v.module.functions[n]
	if f == nil {
		return
	}
	v.within(f.decl, v.scope, func() {
		for _, d := range n.Decorators {
			v.decorator(d)
		}
	})
	v.within(f.decl, f.typed, func() {
		for _, t := range n.TypeParams {
			v.annotation(t.Bound)
		}
		for _, p := range n.Params.List {
			v.annotation(p.Annotation)
		}
		v.annotation(n.Returns)
	})
	v.within(f.decl, v.scope, func() { v.defaults(n.Params) })
	v.within(f.decl, f.scope, func() { v.statements(n.Body) })
}

func (v *visitor) defaults(p *syntax.Parameters) {
	for _, param := range p.List {
		if param.Default != nil {
			v.expression(param.Default)
		}
	}
}

// decorator walks a decorator: it is called with what it decorates.
func (v *visitor) decorator(d syntax.Expr) {
	if _, ok := d.(*syntax.Call); !ok {
		v.call(d)
		v.callee(d)
		return
	}
	v.expression(d)
}

func (v *visitor) classDef(n *syntax.ClassDef) {
	c := v.module.classes[n]
	if c == nil {
		return
	}
	v.within(c.decl, v.scope, func() {
		for _, d := range n.Decorators {
			v.decorator(d)
		}
	})
	v.within(c.decl, c.baseScope(), func() {
		for _, b := range n.Bases {
			v.base(c, b)
		}
		for _, k := range n.Keywords {
			v.expression(k.Value)
		}
	})
	v.within(c.decl, c.scope, func() { v.statements(n.Body) })
}

// base walks a base class.
func (v *visitor) base(c *class, e syntax.Expr) {
	for _, b := range v.eval(v.scope, e) {
		if b.kind != aClass || c.decl < 0 {
			continue
		}
		if t, ok := b.cls.target(); ok && b.cls != c {
			h := facts.Heritage{Decl: c.decl, Of: t}
			if !slices.Contains(v.out.Heritage, h) {
				v.out.Heritage = append(v.out.Heritage, h)
			}
		}
	}
	v.inherited(e)
}

func (v *visitor) assign(n *syntax.Assign) {
	v.within(v.assignedDecl(n.Targets), v.scope, func() { v.expression(n.Value) })
	for _, t := range n.Targets {
		v.assigned(t)
	}
}

func (v *visitor) annAssign(n *syntax.AnnAssign) {
	v.within(v.assignedDecl([]syntax.Expr{n.Target}), v.scope, func() {
		v.annotation(n.Annotation)
		if n.Value != nil {
			v.expression(n.Value)
		}
	})
	v.assigned(n.Target)
}

// assignedDecl returns the declaration of the first name that is listed.
func (v *visitor) assignedDecl(targets []syntax.Expr) int {
	for _, t := range targets {
		switch t := t.(type) {
		case *syntax.Name:
			if i := v.module.declOf(t); i >= 0 {
				return i
			}
		case *syntax.Tuple:
			if i := v.assignedDecl(t.Elts); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// assigned walks what is assigned to. Names declare themselves there.
func (v *visitor) assigned(t syntax.Expr) {
	switch t := t.(type) {
	case *syntax.Name:
	case *syntax.Tuple:
		for _, e := range t.Elts {
			v.assigned(e)
		}
	case *syntax.List:
		for _, e := range t.Elts {
			v.assigned(e)
		}
	case *syntax.Starred:
		v.assigned(t.Value)
	default:
		v.expression(t)
	}
}

// expression walks an expression that is evaluated.
func (v *visitor) expression(e syntax.Expr) {
	v.implicit(e)
	switch e := e.(type) {
	case nil, *syntax.Constant:
	case *syntax.Name:
		v.name(e, facts.Uses)
	case *syntax.Attribute:
		v.attributeUse(e, facts.Uses)
		v.expression(e.Value)
	case *syntax.Call:
		v.call(e.Func)
		v.callee(e.Func)
		for _, a := range e.Args {
			v.expression(a)
		}
		for _, k := range e.Keywords {
			v.expression(k.Value)
		}
	case *syntax.Lambda:
		v.defaults(e.Params)
		if f := v.module.functions[e]; f != nil {
			v.within(f.decl, f.scope, func() { v.expression(e.Body) })
		}
	case *syntax.Comp:
		v.comp(e)
	case *syntax.NamedExpr:
		v.expression(e.Value)
	default:
		syntax.Children(e, v.node)
	}
}

// callee walks what is called: the call says already what it is.
func (v *visitor) callee(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		v.name(e, notReferred)
	case *syntax.Attribute:
		v.attributeUse(e, notReferred)
		v.expression(e.Value)
	default:
		v.expression(e)
	}
}

func (v *visitor) comp(e *syntax.Comp) {
	inner := v.module.comps[e]
	if inner == nil {
		return
	}
	for i, g := range e.Generators {
		if i == 0 {
			v.implicit(g)
			v.expression(g.Iter)
			continue
		}
		v.within(-1, inner, func() {
			v.implicit(g)
			v.expression(g.Iter)
		})
	}
	v.within(-1, inner, func() {
		for _, g := range e.Generators {
			v.assigned(g.Target)
			for _, test := range g.Ifs {
				v.expression(test)
			}
		}
		v.expression(e.Elt)
		v.expression(e.Value)
	})
}

// position returns where a node is written, from 1.
func (v *visitor) position(n syntax.Node) (line, column int) {
	if v.place != nil {
		n = v.place
	}
	return v.module.syntax.Position(n.Pos())
}

func (v *visitor) unresolved(u facts.Unresolved) {
	u.From = v.decl
	v.out.Unresolved = append(v.out.Unresolved, u)
}
