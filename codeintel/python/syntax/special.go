package syntax

import "slices"

// OperatorMethod returns the special method that an operator calls on its left operand.
func OperatorMethod(op Op) string {
	switch op {
	case Add:
		return "__add__"
	case Sub:
		return "__sub__"
	case Mult:
		return "__mul__"
	case MatMult:
		return "__matmul__"
	case Div:
		return "__truediv__"
	case FloorDiv:
		return "__floordiv__"
	case Mod:
		return "__mod__"
	case Pow:
		return "__pow__"
	case BitOr:
		return "__or__"
	case BitAnd:
		return "__and__"
	case BitXor:
		return "__xor__"
	case LShift:
		return "__lshift__"
	case RShift:
		return "__rshift__"
	default:
		return ""
	}
}

// ComparisonMethod returns the special method that a comparison calls on its left operand, or
// "".
func ComparisonMethod(op Op) string {
	switch op {
	case Eq:
		return "__eq__"
	case NotEq:
		return "__ne__"
	case Lt:
		return "__lt__"
	case LtE:
		return "__le__"
	case Gt:
		return "__gt__"
	case GtE:
		return "__ge__"
	default:
		return ""
	}
}

// SpecialMethods returns the special methods that the evaluation of a node may call without a
// call expression.
func SpecialMethods(n Node) []string {
	switch n := n.(type) {
	case *With:
		if n.Async {
			return []string{"__aenter__", "__aexit__"}
		}
		return []string{"__enter__", "__exit__"}
	case *For, *Generator:
		return []string{"__iter__", "__aiter__"}
	case *BinOp:
		return []string{OperatorMethod(n.Op)}
	case *AugAssign:
		return []string{"__i" + OperatorMethod(n.Op)[2:], OperatorMethod(n.Op)}
	case *Subscript:
		return []string{"__getitem__"}
	case *Compare:
		var names []string
		for _, op := range n.Ops {
			if name := ComparisonMethod(op); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
			if op == In || op == NotIn {
				names = append(names, "__contains__")
			}
		}
		return names
	}
	return nil
}
