package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// enter starts the metrics of a function.
func (i *inspector) enter(decl int, name string, params *syntax.Parameters) *bodyMetrics {
	d := &i.Decls[decl]
	m := &bodyMetrics{
		Body:        facts.Body{Decl: decl, Lines: d.EndLine - d.Line + 1, Cyclomatic: 1},
		shapeHasher: newShapeHasher(i.Module),
	}
	if name != "" {
		m.declare(name) // a recursive function has the same shape under any name
	}
	for _, p := range params.List {
		m.declare(p.Name.Name)
	}
	if d.Signature != nil {
		m.Parameters = len(d.Signature.Parameters)
	}
	i.stack = append(i.stack, m)
	i.Functions++
	return m
}

// functionBody visits the body of a function.
func (i *inspector) functionBody(m *bodyMetrics, body []syntax.Stmt) {
	if len(body) > 0 {
		m.from, m.to = body[0].Pos(), body[len(body)-1].End()
		if f, ok := body[0].(*syntax.FunctionDef); ok && len(f.Decorators) > 0 {
			m.from = f.Decorators[0].Pos() - 1
		}
		if c, ok := body[0].(*syntax.ClassDef); ok && len(c.Decorators) > 0 {
			m.from = c.Decorators[0].Pos() - 1
		}
	}
	i.block(body)
}

// leave finishes the metrics of the function n.
func (i *inspector) leave(n syntax.Node) {
	m := i.current()
	m.Shape, m.Tokens = m.sum()
	i.stack = i.stack[:len(i.stack)-1]
	i.Functions--
	if outer := i.current(); outer != nil {
		outer.exclude(n, &m.Shape)
	}
	if at, ok := i.bodies[m.Decl]; ok {
		mergeBodies(&i.Bodies[at], &m.Body)
		return
	}
	i.bodies[m.Decl] = len(i.Bodies)
	i.Bodies = append(i.Bodies, m.Body)
}

// nestedFunction visits a function that is not a declaration.
func (i *inspector) nestedFunction(visit func()) {
	if m := i.current(); m != nil {
		m.nesting++
		defer func() { m.nesting-- }()
	}
	visit()
}

// structure visits the children of a node and counts its control structures.
func (i *inspector) structure(n syntax.Node) {
	m := i.current()
	if m == nil {
		m = &i.top
	}
	switch n := n.(type) {
	case *syntax.If:
		i.ifStmt(m, n)
	case *syntax.For:
		i.visit(n.Target)
		i.visit(n.Iter)
		i.loop(m, n.Body, n.Else)
	case *syntax.While:
		i.visit(n.Test)
		i.loop(m, n.Body, n.Else)
	case *syntax.With:
		for _, item := range n.Items {
			i.visit(item)
		}
		i.block(n.Body)
	case *syntax.Match:
		m.addStructure()
		i.visit(n.Subject)
		i.deeper(m, func() { i.cases(m, n.Cases) })
	case *syntax.Try:
		i.try(m, n)
	case *syntax.IfExp:
		m.Cyclomatic++
		m.addStructure()
		i.visit(n.Test)
		m.nesting++
		i.visit(n.Body)
		i.visit(n.Else)
		m.nesting--
	case *syntax.BoolOp:
		m.Cognitive += sequences(n)
		i.operands(m, n)
	case *syntax.Generator:
		m.Cyclomatic += len(n.Ifs)
		syntax.Children(n, i.step)
	case *syntax.Bad:
		for _, e := range n.Exprs {
			i.visit(e)
		}
		i.block(n.Body)
	default:
		syntax.Children(n, i.step)
	}
}

// deeper visits the body of a control structure.
func (i *inspector) deeper(m *bodyMetrics, visit func()) {
	m.nesting++
	m.enterStructure()
	visit()
	m.structures--
	m.nesting--
}

// ifStmt counts an if. An elif and an else each add one, regardless of nesting.
func (i *inspector) ifStmt(m *bodyMetrics, n *syntax.If) {
	for {
		m.Cyclomatic++
		if n.Elif {
			m.Cognitive++
		} else {
			m.addStructure()
		}
		i.visit(n.Test)
		i.deeper(m, func() { i.block(n.Body) })
		elif, ok := single(n.Else).(*syntax.If)
		if !ok || !elif.Elif {
			break
		}
		n = elif
	}
	i.elseOf(m, n.Else)
}

// single returns the only statement of a block, or nil.
func single(body []syntax.Stmt) syntax.Stmt {
	if len(body) != 1 {
		return nil
	}
	return body[0]
}

func (i *inspector) elseOf(m *bodyMetrics, body []syntax.Stmt) {
	if len(body) > 0 {
		m.Cognitive++
		i.deeper(m, func() { i.block(body) })
	}
}

func (i *inspector) loop(m *bodyMetrics, body, other []syntax.Stmt) {
	m.Cyclomatic++
	m.addStructure()
	i.deeper(m, func() { i.block(body) })
	i.elseOf(m, other)
}

// cases counts the cases of a match. A wildcard case is not a decision.
func (i *inspector) cases(m *bodyMetrics, list []*syntax.MatchCase) {
	for _, c := range list {
		if all, ok := c.Pattern.(*syntax.MatchAs); !ok || all.Pattern != nil || c.Guard != nil {
			m.Cyclomatic++
		}
		if c.Pattern != nil {
			i.visit(c.Pattern)
		}
		if c.Guard != nil {
			m.Cyclomatic++
			i.visit(c.Guard)
		}
		i.block(c.Body)
	}
}

// try counts a try statement: it nests, but it is not a decision and adds no cognitive
// complexity.
func (i *inspector) try(m *bodyMetrics, n *syntax.Try) {
	m.enterStructure()
	i.block(n.Body)
	for _, h := range n.Handlers {
		m.Cyclomatic++
		m.addStructure()
		i.declare(h.Name.Name)
		m.nesting++
		if h.Type != nil {
			i.visit(h.Type)
		}
		i.block(h.Body)
		m.nesting--
	}
	m.structures--
	i.elseOf(m, n.Else)
	m.enterStructure()
	i.block(n.Finally)
	m.structures--
}

// operands counts the operators of a logical expression.
func (i *inspector) operands(m *bodyMetrics, n *syntax.BoolOp) {
	m.Cyclomatic += len(n.Values) - 1
	for _, v := range n.Values {
		if inner, ok := v.(*syntax.BoolOp); ok {
			i.operands(m, inner)
		} else {
			i.visit(v)
		}
	}
}
