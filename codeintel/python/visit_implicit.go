package python

import (
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
		v.special(n.Left, n, syntax.OperatorMethod(n.Op))
	case *syntax.AugAssign:
		v.special(n.Target, n, "__i"+syntax.OperatorMethod(n.Op)[2:], syntax.OperatorMethod(n.Op))
	case *syntax.Subscript:
		v.special(n.Value, n, "__getitem__")
	case *syntax.Compare:
		left := n.Left
		for i, op := range n.Ops {
			if op == syntax.In || op == syntax.NotIn {
				v.special(n.Operands[i], n, "__contains__")
			} else {
				v.special(left, n, syntax.ComparisonMethod(op))
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
					more, _ := callTargets(v.evaluator, m)
					targets = append(targets, more...)
				}
			}
		}
	}
	if len(targets) > 0 {
		v.addCalls(at, targets)
	}
}
