package inspect

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
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

// merge adds the setter of an accessor to its getter, or the other way round.
func merge(into, of *facts.Body) {
	into.Cyclomatic += of.Cyclomatic - 1
	into.Cognitive += of.Cognitive
	into.Nesting, into.Parameters = max(into.Nesting, of.Nesting), max(into.Parameters, of.Parameters)
	into.Shape = combineShapes(into.Shape, of.Shape)
	into.Tokens += of.Tokens
}

// structure counts a control structure that stands at the nesting at hand.
func (m *measure) structure() { m.Cognitive += 1 + m.nesting }

func (m *measure) enterStructure() {
	m.structures++
	m.Nesting = max(m.Nesting, m.structures)
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
