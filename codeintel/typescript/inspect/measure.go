package inspect

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// measure collects the metrics of one declared function during the walk. Functions
// without a declaration count for the enclosing declared function.
type measure struct {
	facts.Body
	bodyShape
	nesting    int // enclosing control structures and functions, the increment of cognitive complexity
	structures int // enclosing control structures
}

// merge adds the metrics of one accessor of a property to those of the other.
func merge(into, of *facts.Body) {
	into.Cyclomatic += of.Cyclomatic - 1
	into.Cognitive += of.Cognitive
	into.Nesting, into.Parameters = max(into.Nesting, of.Nesting), max(into.Parameters, of.Parameters)
	into.Shape = combineShapes(into.Shape, of.Shape)
	into.Tokens += of.Tokens
}

// structure adds the cognitive cost of a control structure at the current nesting.
func (m *measure) structure() { m.Cognitive += 1 + m.nesting }

// enterStructure increases the nesting depth and its maximum.
func (m *measure) enterStructure() {
	m.structures++
	m.Nesting = max(m.Nesting, m.structures)
}

// operator counts a logical operator. Cognitive complexity counts one for each sequence
// of the same operator and ignores ?? and logical assignments.
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

// unparenthesized returns the innermost of n and its ancestors that is not a
// parenthesized expression.
func unparenthesized(n *tsgo.Node) *tsgo.Node {
	for n != nil && n.Kind == tsgo.KindParenthesizedExpression {
		n = n.Parent
	}
	return n
}

// isLogical reports whether n is a && b or a || b.
func isLogical(n *tsgo.Node) bool {
	if n == nil || n.Kind != tsgo.KindBinaryExpression {
		return false
	}
	k := n.AsBinaryExpression().OperatorToken.Kind
	return k == tsgo.KindAmpersandAmpersandToken || k == tsgo.KindBarBarToken
}

// sequences returns the number of sequences of the same operator in a logical
// expression, from left to right.
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
