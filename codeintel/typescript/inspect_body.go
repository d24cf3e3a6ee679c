package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// measure takes the measure of one function that is a declaration, while the walk
// is in it. What functions without a declaration of their own do counts for the one
// around them.
type measure struct {
	facts.Body
	bodyShape
	nesting    int // what Campbell's rules add: control structures and functions around
	structures int // control structures around
}

// enterFunction begins to measure a function that is declared, and returns false for
// all others.
func (i *inspector) enterFunction(n *tsgo.Node) bool {
	decl, ok := i.functions[n]
	if !ok {
		return false
	}
	i.tokens.until(tsgo.TokenStart(n, i.file))
	d := &i.Decls[decl]
	m := &measure{Body: facts.Body{Decl: decl, Lines: d.EndLine - d.Line + 1, Cyclomatic: 1}, bodyShape: newShape(i.file)}
	m.declare(syntax.LastSegment(d.Name)) // what calls itself does so by any name
	for _, p := range n.Parameters() {
		if p.Flags&tsgo.NodeFlagsReparsed == 0 && !isThis(p) {
			m.Parameters++
		}
	}
	i.measures = append(i.measures, m)
	return true
}

func (i *inspector) leaveFunction(n *tsgo.Node) {
	i.tokens.until(n.End())
	m := i.measure()
	m.Shape, m.Tokens = m.sum()
	i.measures = i.measures[:len(i.measures)-1]
	if outer := i.measure(); outer != nil {
		outer.nested(m.Shape)
	}
	if at := slices.IndexFunc(i.Bodies, func(b facts.Body) bool { return b.Decl == m.Decl }); at >= 0 {
		merge(&i.Bodies[at], &m.Body)
		return
	}
	i.Bodies = append(i.Bodies, m.Body)
}

// measure returns that of the innermost declared function, or nil.
func (i *inspector) measure() *measure {
	if len(i.measures) == 0 {
		return nil
	}
	return i.measures[len(i.measures)-1]
}

// merge adds the setter of an accessor to its getter, or the other way round.
func merge(into, of *facts.Body) {
	into.Cyclomatic += of.Cyclomatic - 1
	into.Cognitive += of.Cognitive
	into.Nesting, into.Parameters = max(into.Nesting, of.Nesting), max(into.Parameters, of.Parameters)
	into.Shape = digestOfShapes(into.Shape, of.Shape)
	into.Tokens += of.Tokens
}

// children visits what is in a node and counts what the node adds to the measures
// of the function around.
func (i *inspector) children(n *tsgo.Node) {
	m := i.measure()
	if m == nil {
		n.ForEachChild(i.step)
		return
	}
	switch n.Kind {
	case tsgo.KindIfStatement:
		i.ifStatement(m, n)
	case tsgo.KindForStatement, tsgo.KindForInStatement, tsgo.KindForOfStatement, tsgo.KindWhileStatement, tsgo.KindDoStatement:
		m.Cyclomatic++
		m.structure()
		body := n.Statement()
		n.ForEachChild(func(c *tsgo.Node) bool {
			if c == body {
				i.deeper(m, c)
				return false
			}
			return i.visit(c)
		})
	case tsgo.KindSwitchStatement:
		m.structure()
		s := n.AsSwitchStatement()
		i.visit(s.Expression)
		i.deeper(m, s.CaseBlock)
	case tsgo.KindCaseClause:
		m.Cyclomatic++
		n.ForEachChild(i.step)
	case tsgo.KindTryStatement: // nests, but is no decision, and Campbell does not count it
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

// structure counts a control structure that stands at the nesting at hand.
func (m *measure) structure() { m.Cognitive += 1 + m.nesting }

func (m *measure) enterStructure() {
	m.structures++
	m.Nesting = max(m.Nesting, m.structures)
}

// deeper visits what a control structure holds.
func (i *inspector) deeper(m *measure, n *tsgo.Node) {
	m.nesting++
	m.enterStructure()
	i.visit(n)
	m.structures--
	m.nesting--
}

// ifStatement counts an if. One that is the else of another adds one, whatever the
// nesting, and so does an else.
func (i *inspector) ifStatement(m *measure, n *tsgo.Node) {
	s := n.AsIfStatement()
	m.Cyclomatic++
	if isElseIf(n) {
		m.Cognitive++
	} else {
		m.structure()
	}
	i.visit(s.Expression)
	i.deeper(m, s.ThenStatement)
	switch {
	case s.ElseStatement == nil:
	case s.ElseStatement.Kind == tsgo.KindIfStatement:
		i.visit(s.ElseStatement)
	default:
		m.Cognitive++
		i.deeper(m, s.ElseStatement)
	}
}

func isElseIf(n *tsgo.Node) bool {
	return n.Parent != nil && n.Parent.Kind == tsgo.KindIfStatement && n.Parent.AsIfStatement().ElseStatement == n
}

func (i *inspector) conditional(m *measure, n *tsgo.Node) {
	c := n.AsConditionalExpression()
	m.Cyclomatic++
	m.structure()
	i.visit(c.Condition)
	m.nesting++
	i.visit(c.WhenTrue)
	i.visit(c.WhenFalse)
	m.nesting--
}

// operator counts a logical operator: for Cognitive, one for each sequence of the
// same. Campbell leaves out ?? and assignments, which are there to be read at once.
func (m *measure) operator(n *tsgo.Node) {
	b := n.AsBinaryExpression()
	switch b.OperatorToken.Kind {
	case tsgo.KindAmpersandAmpersandToken, tsgo.KindBarBarToken:
		m.Cyclomatic++
		if p := unparenthesized(n.Parent); !isLogical(p) {
			m.Cognitive += sequences(n)
		}
	case tsgo.KindQuestionQuestionToken, tsgo.KindAmpersandAmpersandEqualsToken,
		tsgo.KindBarBarEqualsToken, tsgo.KindQuestionQuestionEqualsToken:
		m.Cyclomatic++
	}
}

// unparenthesized returns the first node around that is no parenthesis.
func unparenthesized(n *tsgo.Node) *tsgo.Node {
	for n != nil && n.Kind == tsgo.KindParenthesizedExpression {
		n = n.Parent
	}
	return n
}

func isLogical(n *tsgo.Node) bool {
	if n == nil || n.Kind != tsgo.KindBinaryExpression {
		return false
	}
	k := n.AsBinaryExpression().OperatorToken.Kind
	return k == tsgo.KindAmpersandAmpersandToken || k == tsgo.KindBarBarToken
}

// sequences counts how often the operator changes from left to right, the first
// included.
func sequences(n *tsgo.Node) int {
	count, last := 0, tsgo.Kind(0)
	var walk func(*tsgo.Node)
	walk = func(n *tsgo.Node) {
		for n.Kind == tsgo.KindParenthesizedExpression {
			n = n.Expression()
		}
		if !isLogical(n) {
			return
		}
		b := n.AsBinaryExpression()
		walk(b.Left)
		if b.OperatorToken.Kind != last {
			count, last = count+1, b.OperatorToken.Kind
		}
		walk(b.Right)
	}
	walk(n)
	return count
}

// isThis reports a parameter that only gives this a type.
func isThis(p *tsgo.Node) bool {
	return p.Name() != nil && p.Name().Kind == tsgo.KindIdentifier && p.Name().Text() == "this"
}
