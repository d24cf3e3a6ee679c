package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// bodyMetrics collects the metrics of one declared function during the traversal. They include
// the metrics of functions in it that are not declarations.
type bodyMetrics struct {
	facts.Body
	shapeHasher
	nesting    int // number of control structures and nested functions around the current node, for cognitive complexity
	structures int // number of control structures around the current node
}

// mergeBodies adds the metrics of another part of the same declaration, such as the setter of
// a property.
func mergeBodies(into, of *facts.Body) {
	into.Cyclomatic += of.Cyclomatic - 1
	into.Cognitive += of.Cognitive
	into.Nesting, into.Parameters = max(into.Nesting, of.Nesting), max(into.Parameters, of.Parameters)
	into.Shape = digestOf(append(into.Shape[:], of.Shape[:]...))
	into.Tokens += of.Tokens
}

// addStructure counts a control structure at the current nesting.
func (m *bodyMetrics) addStructure() { m.Cognitive += 1 + m.nesting }

func (m *bodyMetrics) enterStructure() {
	m.structures++
	m.Nesting = max(m.Nesting, m.structures)
}

// sequences counts the runs of equal logical operators from left to right.
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
