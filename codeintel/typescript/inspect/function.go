package inspect

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// enterFunction starts the metrics of a declared function. It returns false for all
// other nodes.
func (i *inspector) enterFunction(n *tsgo.Node) bool {
	decl, ok := i.functions[n]
	if !ok {
		return false
	}
	i.tokens.readTo(tsgo.TokenStart(n, i.file))
	d := &i.Decls[decl]
	m := &measure{
		Body:      facts.Body{Decl: decl, Lines: d.EndLine - d.Line + 1, Cyclomatic: 1},
		bodyShape: newShape(i.file),
	}
	m.declare(syntax.LastSegment(d.Name)) // recursive functions are equal regardless of their names
	for _, p := range n.Parameters() {
		if p.Flags&tsgo.NodeFlagsReparsed == 0 && !isThis(p) {
			m.Parameters++
		}
	}
	i.measures = append(i.measures, m)
	return true
}

// leaveFunction completes the metrics of the innermost function.
func (i *inspector) leaveFunction(n *tsgo.Node) {
	i.tokens.readTo(n.End())
	m := i.innermost()
	m.Shape, m.Tokens = m.digest()
	i.measures = i.measures[:len(i.measures)-1]
	if outer := i.innermost(); outer != nil {
		outer.addNested(m.Shape)
	}
	if at := slices.IndexFunc(i.Bodies, func(b facts.Body) bool { return b.Decl == m.Decl }); at >= 0 {
		merge(&i.Bodies[at], &m.Body)
		return
	}
	i.Bodies = append(i.Bodies, m.Body)
}

// children visits the children of a node and adds the cost of the node to the metrics
// of the enclosing function.
func (i *inspector) children(n *tsgo.Node) {
	m := i.innermost()
	if m == nil {
		n.ForEachChild(i.step)
		return
	}
	switch n.Kind {
	case tsgo.KindIfStatement:
		i.ifStatement(m, n)
	case tsgo.KindForStatement, tsgo.KindForInStatement, tsgo.KindForOfStatement, tsgo.KindWhileStatement,
		tsgo.KindDoStatement:
		m.Cyclomatic++
		m.structure()
		body := n.Statement()
		n.ForEachChild(func(c *tsgo.Node) bool {
			if c == body {
				i.nested(m, c)
				return false
			}
			return i.step(c)
		})
	case tsgo.KindSwitchStatement:
		m.structure()
		s := n.AsSwitchStatement()
		i.step(s.Expression)
		i.nested(m, s.CaseBlock)
	case tsgo.KindCaseClause:
		m.Cyclomatic++
		n.ForEachChild(i.step)
	case tsgo.KindTryStatement: // increases the depth, but is not a decision and has no cognitive cost
		m.enterStructure()
		n.ForEachChild(i.step)
		m.structures--
	case tsgo.KindCatchClause:
		m.Cyclomatic++
		m.Cognitive += 1 + m.nesting
		m.nesting++
		n.ForEachChild(i.step)
		m.nesting--
	case tsgo.KindConditionalExpression:
		i.conditional(m, n)
	case tsgo.KindBinaryExpression:
		m.operator(n)
		n.ForEachChild(i.step)
	case tsgo.KindBreakStatement, tsgo.KindContinueStatement:
		if n.Label() != nil {
			m.Cognitive++
		}
		n.ForEachChild(i.step)
	default:
		if tsgo.IsFunctionLike(n) && n.Body() != nil && !i.declared(n) {
			m.nesting++
			n.ForEachChild(i.step)
			m.nesting--
			return
		}
		n.ForEachChild(i.step)
	}
}

// nested visits a node inside a control structure.
func (i *inspector) nested(m *measure, n *tsgo.Node) {
	m.nesting++
	m.enterStructure()
	i.step(n)
	m.structures--
	m.nesting--
}

// ifStatement counts an if statement. An 'else' costs one at any nesting, and so does an 'if'
// that is the else branch of another one.
func (i *inspector) ifStatement(m *measure, n *tsgo.Node) {
	s := n.AsIfStatement()
	m.Cyclomatic++
	if isElseIf(n) {
		m.Cognitive++
	} else {
		m.structure()
	}
	i.step(s.Expression)
	i.nested(m, s.ThenStatement)
	switch {
	case s.ElseStatement == nil:
	case s.ElseStatement.Kind == tsgo.KindIfStatement:
		i.step(s.ElseStatement)
	default:
		m.Cognitive++
		i.nested(m, s.ElseStatement)
	}
}

// isElseIf reports whether n is the else branch of an if statement.
func isElseIf(n *tsgo.Node) bool {
	return n.Parent != nil && n.Parent.Kind == tsgo.KindIfStatement && n.Parent.AsIfStatement().ElseStatement == n
}

// conditional counts a conditional expression.
func (i *inspector) conditional(m *measure, n *tsgo.Node) {
	c := n.AsConditionalExpression()
	m.Cyclomatic++
	m.structure()
	i.step(c.Condition)
	m.nesting++
	i.step(c.WhenTrue)
	i.step(c.WhenFalse)
	m.nesting--
}

// isThis reports whether a parameter only annotates the type of 'this'.
func isThis(p *tsgo.Node) bool {
	return p.Name() != nil && p.Name().Kind == tsgo.KindIdentifier && p.Name().Text() == "this"
}
