package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/python/patterns"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// inspector reads a file closely in one walk over its tree.
type inspector struct {
	*patterns.Finder
	at     map[syntax.Node]int // declarations
	lines  *lineKinds
	stack  []*bodyMetrics
	bodies map[int]int // index in Bodies by declaration
	top    bodyMetrics // what is outside of functions counts for nothing
	step   func(syntax.Node)
}

// current returns that of the innermost declared function, or nil.
func (i *inspector) current() *bodyMetrics {
	if len(i.stack) == 0 {
		return nil
	}
	return i.stack[len(i.stack)-1]
}

// declare notes a name that the function around declares.
func (i *inspector) declare(name string) {
	if m := i.current(); m != nil {
		m.declare(name)
	}
}

// bind notes the names that are assigned to.
func (i *inspector) bind(targets ...syntax.Expr) {
	if len(i.stack) == 0 {
		return
	}
	for _, t := range targets {
		switch t := t.(type) {
		case *syntax.Name:
			i.declare(t.ID)
		case *syntax.Starred:
			i.bind(t.Value)
		case *syntax.Tuple:
			i.bind(t.Elts...)
		case *syntax.List:
			i.bind(t.Elts...)
		}
	}
}

// binding notes the names that a node declares in the function around, and those
// that it does not.
func (i *inspector) binding(n syntax.Node) {
	m := i.current()
	if m == nil {
		return
	}
	switch n := n.(type) {
	case *syntax.AugAssign:
		i.bind(n.Target)
	case *syntax.For:
		i.bind(n.Target)
	case *syntax.Generator:
		i.bind(n.Target)
	case *syntax.WithItem:
		i.bind(n.Target)
	case *syntax.NamedExpr:
		i.bind(n.Target)
	case *syntax.Parameter:
		m.declare(n.Name.Name)
	case *syntax.TypeParam:
		m.declare(n.Name.Name)
	case *syntax.TypeAlias:
		m.declare(n.Name.Name)
	case *syntax.Alias:
		m.declare(n.AsName.Name)
	case *syntax.MatchAs:
		m.declare(n.Name.Name)
	case *syntax.MatchStar:
		m.declare(n.Name.Name)
	case *syntax.MatchMapping:
		m.declare(n.Rest.Name)
	case *syntax.MatchClass:
		for _, name := range n.Names {
			m.labels = append(m.labels, name.From)
		}
	case *syntax.Keyword:
		m.labels = append(m.labels, n.Name.From)
	case *syntax.Global:
		m.removeNames(n.Names)
	case *syntax.Nonlocal:
		m.removeNames(n.Names)
	}
}
