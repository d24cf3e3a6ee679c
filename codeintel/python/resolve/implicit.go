package resolve

import (
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// implicit records the special methods that statements, loops, operators and subscripts call.
// For operators it records only the method of the left operand.
func (v *visitor) implicit(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.With:
		for _, item := range n.Items {
			if n.Async {
				v.specialCalls(item.Context, item.Context, "__aenter__", "__aexit__")
			} else {
				v.specialCalls(item.Context, item.Context, "__enter__", "__exit__")
			}
		}
	case *syntax.For:
		v.iterate(n.Iter, n.Async)
	case *syntax.Generator:
		v.iterate(n.Iter, n.Async)
	case *syntax.BinOp:
		v.specialCalls(n.Left, n, syntax.OperatorMethod(n.Op))
	case *syntax.AugAssign:
		v.specialCalls(n.Target, n, "__i"+syntax.OperatorMethod(n.Op)[2:], syntax.OperatorMethod(n.Op))
	case *syntax.Subscript:
		v.specialCalls(n.Value, n, "__getitem__")
	case *syntax.Call:
		v.builtin(n)
	case *syntax.Compare:
		left := n.Left
		for i, op := range n.Ops {
			if op == syntax.In || op == syntax.NotIn {
				v.specialCalls(n.Operands[i], n, "__contains__")
			} else {
				v.specialCalls(left, n, syntax.ComparisonMethod(op))
			}
			left = n.Operands[i]
		}
	}
}

// builtin records the special method that a call of a built-in function calls.
func (v *visitor) builtin(n *syntax.Call) {
	f, ok := n.Func.(*syntax.Name)
	if !ok || len(n.Args) == 0 || len(syntax.BuiltinMethods(f.ID)) == 0 ||
		len(v.Lookup(v.scope, f.ID, f.Pos(), nil)) > 0 {
		return
	}
	for _, name := range syntax.BuiltinMethods(f.ID) {
		before := len(v.out.Calls)
		v.specialCalls(n.Args[0], n, name)
		if len(v.out.Calls) > before {
			return
		}
	}
}

func (v *visitor) iterate(e syntax.Expr, async bool) {
	if async {
		v.specialCalls(e, e, "__aiter__")
		return
	}
	v.specialCalls(e, e, "__iter__")
}

// specialCalls records calls of the named methods of an expression's values. It ignores methods
// that the project does not define.
func (v *visitor) specialCalls(e syntax.Expr, at syntax.Node, names ...string) {
	var targets []callTarget
	for _, x := range v.Eval(v.scope, e) {
		if x.Kind != infer.InstanceValue {
			continue
		}
		for _, name := range names {
			for _, m := range v.Attribute(nil, x, name) {
				if m.Kind == infer.MethodValue {
					more, _ := callTargets(v.Evaluator, m)
					targets = append(targets, more...)
				}
			}
		}
	}
	if len(targets) > 0 {
		v.addCalls(at, targets)
	}
}
