package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// expression records the bindings, scopes and conditional parts of an expression.
func (b *builder) expression(e syntax.Expr) {
	if e == nil {
		return
	}
	switch e := e.(type) {
	case *syntax.Name, *syntax.Constant:
	case *syntax.NamedExpr:
		b.expression(e.Value)
		if n, ok := e.Target.(*syntax.Name); ok {
			b.bind(&Binding{Kind: ValueBinding, Name: n.ID, Value: e.Value, Node: n}, e.End())
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

// conditional visits an expression that is evaluated only under a condition.
func (b *builder) conditional(e, test syntax.Expr, negated bool) {
	outer := b.block
	b.block = b.nest(e.Pos(), e.End())
	b.block.Test, b.block.Negated = test, negated
	b.expression(e)
	b.block = outer
}

// chain visits the values of a chain of 'and' or 'or'. A value is evaluated only if all values
// before it are true (in a chain of 'and') or false (in a chain of 'or').
func (b *builder) chain(e *syntax.BoolOp) {
	outer := b.block
	for i, v := range e.Values {
		if i > 0 {
			b.block = b.nest(v.Pos(), e.End())
			b.block.Test, b.block.Negated = e.Values[i-1], e.Op == syntax.Or
		}
		b.expression(v)
	}
	b.block = outer
}

// yield visits value and records that the current function yields item: value itself, or the
// YieldFrom that contains it.
func (b *builder) yield(value, item syntax.Expr) {
	b.expression(value)
	if f := b.scope.function; f != nil {
		f.Generator = true
		if item != nil {
			f.Yields = append(f.Yields, item)
		}
	}
}

// call records importlib.import_module("name") and __import__("name").
func (b *builder) call(e *syntax.Call) {
	b.children(e)
	b.insertCall(e)
	if name := syntax.LastName(e.Func); name == "import_module" || name == "__import__" {
		if i := b.module.DynamicImport(e); i != nil {
			b.module.DynamicImports = append(b.module.DynamicImports, i)
		}
	}
}

func (b *builder) lambda(e *syntax.Lambda) {
	f := &Function{
		Module: b.module, name: "<lambda>", node: e, Params: e.Params, Decl: b.module.DeclOf(e),
		OuterScope: b.scope, Returns: []syntax.Expr{e.Body},
	}
	b.module.Functions[e] = f
	b.parameters(f)
	b.deferBody(f, nil, func(inner *builder) { inner.expression(e.Body) })
}

// comprehension opens the scope of a comprehension. Its first iterable is evaluated outside
// that scope.
func (b *builder) comprehension(e *syntax.Comp) {
	s := b.module.newScope(ComprehensionScope, b.scope, e.Pos(), e.End())
	b.module.Comprehensions[e] = s
	inner := &builder{module: b.module, scope: s, block: s.Root, typeOnly: b.typeOnly}
	for i, g := range e.Generators {
		around := s
		if i == 0 {
			around = b.scope
			b.expression(g.Iter)
		} else {
			inner.expression(g.Iter)
		}
		inner.target(g.Target, &Binding{Kind: ElementBinding, Value: g.Iter, Async: g.Async, Scope: around}, e.Pos())
		for _, test := range g.Ifs {
			inner.expression(test)
			if s.Root.Test == nil {
				s.Root.Test = test
			}
		}
	}
	inner.expression(e.Elt)
	inner.expression(e.Value)
	b.postponed = append(b.postponed, inner.postponed...)
}

// insertCall records a call that inserts a value into a container.
func (b *builder) insertCall(e *syntax.Call) {
	a, ok := e.Func.(*syntax.Attribute)
	if !ok || len(e.Args) == 0 {
		return
	}
	switch a.Attr.Name {
	case "append", "add", "appendleft", "insert":
		b.module.insertions = append(b.module.insertions,
			insertion{into: a.Value, value: e.Args[len(e.Args)-1], scope: b.scope})
	case "extend":
		b.module.insertions = append(b.module.insertions,
			insertion{into: a.Value, value: e.Args[0], elements: true, scope: b.scope})
	case "setdefault":
		if len(e.Args) == 2 {
			b.module.insertions = append(b.module.insertions,
				insertion{into: a.Value, value: e.Args[1], scope: b.scope})
		}
	}
}

func (b *builder) annotated(s *syntax.AnnAssign) {
	if s.Value != nil {
		b.expression(s.Value)
	}
	b.target(s.Target, &Binding{Kind: ValueBinding, Value: s.Value, Annotation: s.Annotation}, s.End())
}

// target records the bindings of an assignment target.
func (b *builder) target(t syntax.Expr, x *Binding, from token.Pos) {
	switch t := t.(type) {
	case *syntax.Name:
		named := *x
		named.Name, named.Node = t.ID, t
		b.bind(&named, from)
	case *syntax.Attribute:
		b.attribute(t, x, from)
	case *syntax.Starred:
		part := *x
		part.Kind, part.Value, part.Annotation = Unbinding, nil, nil
		b.target(t.Value, &part, from)
	case *syntax.Tuple:
		b.parts(t.Elts, x, from)
	case *syntax.List:
		b.parts(t.Elts, x, from)
	case *syntax.Subscript:
		b.expression(t)
		if x.Kind == ValueBinding && len(x.Path) == 0 && x.Value != nil {
			b.module.insertions = append(b.module.insertions, insertion{into: t.Value, value: x.Value, scope: b.scope})
		}
	}
}

func (b *builder) parts(list []syntax.Expr, x *Binding, from token.Pos) {
	for i, e := range list {
		part := *x
		part.Path = append(x.Path[:len(x.Path):len(x.Path)], i)
		b.target(e, &part, from)
	}
}

// attribute records an assignment to an attribute of the receiver.
func (b *builder) attribute(t *syntax.Attribute, x *Binding, from token.Pos) {
	b.expression(t.Value)
	c := receiverClass(b.scope, t.Value)
	if c == nil {
		return
	}
	named := *x
	named.Name, named.Node, named.Scope, named.From, named.block = t.Attr.Name, t, b.scope, from, b.block
	c.Attributes[named.Name] = append(c.Attributes[named.Name], &named)
}
