package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

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
	if name := syntax.LastName(e.Func); name == "import_module" || name == "__import__" {
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
	name := syntax.LastName(anchor)
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
