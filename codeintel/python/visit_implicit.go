package python

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// implicit records the methods that the language calls for what is written without a
// call: with statements, loops, operators, subscripts. Of operators, only the method of
// the left operand is recorded.
func (v *visitor) implicit(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.With:
		for _, item := range n.Items {
			if n.Async {
				v.special(item.Context, item.Context, "__aenter__", "__aexit__")
			} else {
				v.special(item.Context, item.Context, "__enter__", "__exit__")
			}
		}
	case *syntax.For:
		v.iterated(n.Iter, n.Async)
	case *syntax.Generator:
		v.iterated(n.Iter, n.Async)
	case *syntax.BinOp:
		v.special(n.Left, n, operatorMethod(n.Op))
	case *syntax.AugAssign:
		v.special(n.Target, n, "__i"+operatorMethod(n.Op)[2:], operatorMethod(n.Op))
	case *syntax.Subscript:
		v.special(n.Value, n, "__getitem__")
	case *syntax.Compare:
		left := n.Left
		for i, op := range n.Ops {
			if op == syntax.In || op == syntax.NotIn {
				v.special(n.Operands[i], n, "__contains__")
			} else {
				v.special(left, n, comparisonMethod(op))
			}
			left = n.Operands[i]
		}
	}
}

func (v *visitor) iterated(e syntax.Expr, async bool) {
	if async {
		v.special(e, e, "__aiter__")
		return
	}
	v.special(e, e, "__iter__")
}

// special records that methods of what an expression gives are called, as far as its
// class has them.
func (v *visitor) special(e syntax.Expr, at syntax.Node, names ...string) {
	var targets []found
	for _, x := range v.eval(v.scope, e) {
		if x.kind != anInstance {
			continue
		}
		for _, name := range names {
			for _, m := range v.attribute(nil, x, name) {
				if m.kind == aMethod {
					more, _ := v.callTargets(m)
					targets = append(targets, more...)
				}
			}
		}
	}
	if len(targets) > 0 {
		v.addCalls(at, targets)
	}
}

// comparisonMethod returns the name of the method that a comparison calls on its left.
func comparisonMethod(op syntax.Op) string {
	switch op {
	case syntax.Eq:
		return "__eq__"
	case syntax.NotEq:
		return "__ne__"
	case syntax.Lt:
		return "__lt__"
	case syntax.LtE:
		return "__le__"
	case syntax.Gt:
		return "__gt__"
	case syntax.GtE:
		return "__ge__"
	}
	return ""
}

// implicitNames returns the methods that a node of the tree may call, see implicit.
func implicitNames(n syntax.Node) []string {
	switch n := n.(type) {
	case *syntax.With:
		if n.Async {
			return []string{"__aenter__", "__aexit__"}
		}
		return []string{"__enter__", "__exit__"}
	case *syntax.For, *syntax.Generator:
		return []string{"__iter__", "__aiter__"}
	case *syntax.BinOp:
		return []string{operatorMethod(n.Op)}
	case *syntax.AugAssign:
		return []string{"__i" + operatorMethod(n.Op)[2:], operatorMethod(n.Op)}
	case *syntax.Subscript:
		return []string{"__getitem__"}
	case *syntax.Compare:
		var names []string
		for _, op := range n.Ops {
			if name := comparisonMethod(op); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
			if op == syntax.In || op == syntax.NotIn {
				names = append(names, "__contains__")
			}
		}
		return names
	}
	return nil
}
