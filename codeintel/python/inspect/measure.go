package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// bodyMetrics takes the measure of one function that is a declaration, while the walk
// is in it. What functions without a declaration of their own do counts for the one
// around them.
type bodyMetrics struct {
	facts.Body
	shapeHasher
	nesting    int // what Campbell's rules add: control structures and functions around
	structures int // control structures around
}

// mergeBodies adds the setter of a property to its getter, or what else makes one
// declaration.
func mergeBodies(into, of *facts.Body) {
	into.Cyclomatic += of.Cyclomatic - 1
	into.Cognitive += of.Cognitive
	into.Nesting, into.Parameters = max(into.Nesting, of.Nesting), max(into.Parameters, of.Parameters)
	into.Shape = digestOf(append(into.Shape[:], of.Shape[:]...))
	into.Tokens += of.Tokens
}

// addStructure counts a control structure that stands at the nesting at hand.
func (m *bodyMetrics) addStructure() { m.Cognitive += 1 + m.nesting }

func (m *bodyMetrics) enterStructure() {
	m.structures++
	m.Nesting = max(m.Nesting, m.structures)
}

// sequences counts how often the operator changes from left to right, the first
// included.
func sequences(n *syntax.BoolOp) int {
	count, last := 0, syntax.NoOp
	var walk func(*syntax.BoolOp)
	walk = func(b *syntax.BoolOp) {
		for i, v := range b.Values {
			if i > 0 && b.Op != last {
				count, last = count+1, b.Op
			}
			if inner, ok := v.(*syntax.BoolOp); ok {
				walk(inner)
			}
		}
	}
	walk(n)
	return count
}
