package syntax

func exprChildren(n Expr, f func(Node)) {
	switch n := n.(type) {
	case *Call:
		expr(n.Func, f)
		each(n.Args, f)
		each(n.Keywords, f)
	case *Attribute:
		expr(n.Value, f)
	case *Subscript:
		expr(n.Value, f)
		expr(n.Index, f)
	case *Slice:
		expr(n.Lower, f)
		expr(n.Upper, f)
		expr(n.Step, f)
	case *BoolOp:
		each(n.Values, f)
	case *BinOp:
		expr(n.Left, f)
		expr(n.Right, f)
	case *UnaryOp:
		expr(n.Operand, f)
	case *Compare:
		expr(n.Left, f)
		each(n.Operands, f)
	case *NamedExpr:
		expr(n.Target, f)
		expr(n.Value, f)
	case *IfExp:
		expr(n.Body, f)
		expr(n.Test, f)
		expr(n.Else, f)
	case *Lambda:
		f(n.Params)
		expr(n.Body, f)
	case *JoinedStr:
		each(n.Fields, f)
	case *Interpolation:
		expr(n.Value, f)
		each(n.Format, f)
	case *Starred:
		expr(n.Value, f)
	case *Await:
		expr(n.Value, f)
	case *Yield:
		expr(n.Value, f)
	case *YieldFrom:
		expr(n.Value, f)
	case *Repr:
		expr(n.Value, f)
	default:
		displayChildren(n, f)
	}
}

func displayChildren(n Expr, f func(Node)) {
	switch n := n.(type) {
	case *Tuple:
		each(n.Elts, f)
	case *List:
		each(n.Elts, f)
	case *Set:
		each(n.Elts, f)
	case *Dict:
		for i, v := range n.Values {
			expr(n.Keys[i], f)
			expr(v, f)
		}
	case *Comp:
		expr(n.Elt, f)
		expr(n.Value, f)
		each(n.Generators, f)
	}
}
