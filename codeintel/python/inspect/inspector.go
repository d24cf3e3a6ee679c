package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/python/patterns"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// inspector inspects a file in one traversal of its tree.
type inspector struct {
	*patterns.Finder
	at     map[syntax.Node]int // declaration of each node
	lines  *lineKinds
	stack  []*bodyMetrics
	bodies map[int]int // index in Bodies of each declaration
	top    bodyMetrics // metrics of the code outside functions; discarded
	step   func(syntax.Node)
}

// current returns the metrics of the innermost declared function, or nil.
func (i *inspector) current() *bodyMetrics {
	if len(i.stack) == 0 {
		return nil
	}
	return i.stack[len(i.stack)-1]
}

// declare records that the current function declares a name.
func (i *inspector) declare(name string) {
	if m := i.current(); m != nil {
		m.declare(name)
	}
}

// bind records the names that an assignment binds.
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

// binding records the names that a node binds in the current function, or declares global or
// nonlocal.
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
