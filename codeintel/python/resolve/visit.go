package resolve

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// File returns the facts of a file. It may run concurrently only with calls for other
// evaluators.
func File(ev *infer.Evaluator, m *symtable.Module, depth facts.Depth) facts.File {
	v := &visitor{
		Evaluator: ev, module: m, out: &facts.File{Path: m.Path}, deep: depth >= facts.AllReferences, scope: m.Scope,
		decl: facts.ModuleLevel, imports: map[syntax.Node]*importRecord{},
	}
	for _, i := range m.Imports {
		v.resolveImport(i)
	}
	for _, i := range m.DynamicImports {
		v.resolveImport(i)
	}
	v.statements(m.Syntax.Body)
	v.finishImports()
	return *v.out
}

func (v *visitor) statements(list []syntax.Stmt) {
	for _, s := range list {
		v.node(s)
	}
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
		v.assignment(n)
	case *syntax.AnnAssign:
		v.annotatedAssignment(n)
	case *syntax.AugAssign:
		v.escape(n.Value)
		v.assignmentTarget(n.Target)
		v.expression(n.Value)
	case *syntax.Return:
		v.escape(n.Value)
		v.expression(n.Value)
	case *syntax.TypeAlias:
		v.within(v.module.DeclOf(n), v.scope, func() { v.annotation(n.Value) })
	case *syntax.Import, *syntax.ImportFrom, *syntax.Global, *syntax.Nonlocal:
	case syntax.Expr:
		v.expression(n)
	default:
		syntax.Children(n, v.node)
	}
}

func (v *visitor) functionDef(n *syntax.FunctionDef) {
	f := v.module.Functions[n]
	if f == nil {
		return
	}
	v.within(f.Decl, v.scope, func() {
		for _, d := range n.Decorators {
			v.decorator(d)
		}
	})
	v.decorated(f.Decl, n.Decorators)
	v.calledByRuntime(f, n)
	v.within(f.Decl, f.AnnotationScope, func() {
		for _, t := range n.TypeParams {
			v.annotation(t.Bound)
		}
		for _, p := range n.Params.List {
			v.annotation(p.Annotation)
		}
		v.annotation(n.Returns)
	})
	v.within(f.Decl, v.scope, func() { v.defaults(n.Params) })
	v.within(f.Decl, f.Scope, func() { v.statements(n.Body) })
}

func (v *visitor) defaults(p *syntax.Parameters) {
	for _, param := range p.List {
		if param.Default != nil {
			v.escape(param.Default)
			v.expression(param.Default)
		}
	}
}

// decorator visits a decorator, which is called with the decorated function or class.
func (v *visitor) decorator(d syntax.Expr) {
	if _, ok := d.(*syntax.Call); !ok {
		v.call(d)
		v.callee(d)
		return
	}
	v.expression(d)
	v.addKnownCalls(d)
}

func (v *visitor) classDef(n *syntax.ClassDef) {
	c := v.module.Classes[n]
	if c == nil {
		return
	}
	v.within(c.Decl, v.scope, func() {
		for _, d := range n.Decorators {
			v.decorator(d)
		}
	})
	v.decorated(c.Decl, n.Decorators)
	v.within(c.Decl, c.BaseScope(), func() {
		for _, b := range n.Bases {
			v.base(c, b)
		}
		for _, k := range n.Keywords {
			v.expression(k.Value)
		}
	})
	v.within(c.Decl, c.Scope, func() { v.statements(n.Body) })
}

// base visits a base class.
func (v *visitor) base(c *symtable.Class, e syntax.Expr) {
	for _, b := range v.Eval(v.scope, e) {
		if b.Kind != infer.ClassValue || c.Decl < 0 {
			continue
		}
		if t, ok := b.Class.Target(); ok && b.Class != c {
			h := facts.Heritage{Decl: c.Decl, Of: t}
			if !slices.Contains(v.out.Heritage, h) {
				v.out.Heritage = append(v.out.Heritage, h)
			}
		}
	}
	v.inherited(e)
}

func (v *visitor) assignment(n *syntax.Assign) {
	v.within(v.assignedDecl(n.Targets), v.scope, func() { v.expression(n.Value) })
	for _, t := range n.Targets {
		switch t.(type) {
		case *syntax.Attribute, *syntax.Subscript:
			v.escape(n.Value)
		case *syntax.Tuple, *syntax.List:
			v.iterate(n.Value, false)
		}
		v.assignmentTarget(t)
	}
}

func (v *visitor) annotatedAssignment(n *syntax.AnnAssign) {
	v.within(v.assignedDecl([]syntax.Expr{n.Target}), v.scope, func() {
		v.annotation(n.Annotation)
		if n.Value != nil {
			v.expression(n.Value)
		}
	})
	v.assignmentTarget(n.Target)
}

// assignedDecl returns the declaration of the first assigned name that the outline lists, or
// -1.
func (v *visitor) assignedDecl(targets []syntax.Expr) int {
	for _, t := range targets {
		switch t := t.(type) {
		case *syntax.Name:
			if i := v.module.DeclOf(t); i >= 0 {
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

// assignmentTarget visits the target of an assignment. A name in it is a declaration, not a
// reference.
func (v *visitor) assignmentTarget(t syntax.Expr) {
	switch t := t.(type) {
	case *syntax.Name:
	case *syntax.Tuple:
		for _, e := range t.Elts {
			v.assignmentTarget(e)
		}
	case *syntax.List:
		for _, e := range t.Elts {
			v.assignmentTarget(e)
		}
	case *syntax.Starred:
		v.assignmentTarget(t.Value)
	case *syntax.Subscript:
		v.specialCalls(t.Value, t, "__setitem__")
		v.expression(t.Value)
		v.expression(t.Index)
	default:
		v.expression(t)
	}
}

// expression visits an expression.
func (v *visitor) expression(e syntax.Expr) {
	v.implicit(e)
	switch e := e.(type) {
	case nil, *syntax.Constant:
	case *syntax.Name:
		v.name(e, facts.Uses)
	case *syntax.Attribute:
		v.attribute(e, facts.Uses)
		v.expression(e.Value)
	case *syntax.Call:
		v.call(e.Func)
		v.callee(e.Func)
		v.escapeArguments(e)
		for _, a := range e.Args {
			v.expression(a)
		}
		for _, k := range e.Keywords {
			v.expression(k.Value)
		}
	case *syntax.Lambda:
		v.defaults(e.Params)
		if f := v.module.Functions[e]; f != nil {
			v.within(f.Decl, f.Scope, func() { v.expression(e.Body) })
		}
	case *syntax.Comp:
		v.comprehension(e)
	case *syntax.NamedExpr:
		v.expression(e.Value)
	case *syntax.Yield:
		v.escape(e.Value)
		v.expression(e.Value)
	default:
		syntax.Children(e, v.node)
	}
}

// callee visits a callee. The recorded call replaces the reference.
func (v *visitor) callee(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		v.name(e, noReference)
	case *syntax.Attribute:
		v.attribute(e, noReference)
		v.expression(e.Value)
	default:
		v.expression(e)
	}
}

func (v *visitor) comprehension(e *syntax.Comp) {
	inner := v.module.Comprehensions[e]
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
			v.assignmentTarget(g.Target)
			for _, test := range g.Ifs {
				v.expression(test)
			}
		}
		v.expression(e.Elt)
		v.expression(e.Value)
	})
}

// inherited visits a base class expression: its name is extended, its type arguments are used
// as types.
func (v *visitor) inherited(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		v.name(e, facts.Extends)
	case *syntax.Attribute:
		v.attribute(e, facts.Extends)
		v.expression(e.Value)
	case *syntax.Subscript:
		v.inherited(e.Value)
		v.annotation(e.Index)
	default:
		v.expression(e)
	}
}

// annotation visits an annotation.
func (v *visitor) annotation(e syntax.Expr) {
	switch e := e.(type) {
	case nil:
	case *syntax.Name:
		v.name(e, facts.UsesType)
	case *syntax.Attribute:
		v.attribute(e, facts.UsesType)
		v.expressionOfType(e.Value)
	case *syntax.Constant:
		if inner := v.Unquote(v.module, e); inner != nil && v.quoted == nil {
			v.quoted = e
			v.annotation(inner)
			v.quoted = nil
		}
	case *syntax.Subscript:
		v.annotation(e.Value)
		if name := syntax.LastName(e.Value); name == "Literal" || name == "Annotated" && v.quoted == nil {
			if t, ok := e.Index.(*syntax.Tuple); ok && name == "Annotated" && len(t.Elts) > 0 {
				v.annotation(t.Elts[0])
				for _, x := range t.Elts[1:] {
					v.expression(x)
				}
			}
			return
		}
		v.annotation(e.Index)
	case *syntax.Call:
		if v.quoted == nil {
			v.expression(e)
		}
	default:
		syntax.Children(e, func(n syntax.Node) {
			if x, ok := n.(syntax.Expr); ok {
				v.annotation(x)
			}
		})
	}
}

// expressionOfType visits the part before the last dot of a type name.
func (v *visitor) expressionOfType(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		v.name(e, facts.UsesType)
	case *syntax.Attribute:
		v.attribute(e, facts.UsesType)
		v.expressionOfType(e.Value)
	default:
		v.annotation(e)
	}
}
