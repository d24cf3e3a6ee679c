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
		return []string{"__getitem__", "__setitem__", "__delitem__"}
	case *Call:
		if f, ok := n.Func.(*Name); ok && len(n.Args) > 0 {
			return BuiltinMethods(f.ID)
		}
	case *Assign:
		for _, t := range n.Targets {
			switch t.(type) {
			case *Tuple, *List:
				return []string{"__iter__"}
			}
		}
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

// BuiltinMethods returns the special methods that a built-in function calls on its first
// argument, in the order in which it searches for them; it calls the first that exists.
func BuiltinMethods(function string) []string {
	switch function {
	case "list", "tuple", "set", "frozenset", "iter", "sorted", "sum", "any", "all", "enumerate", "max", "min":
		return []string{"__iter__"}
	case "str":
		return []string{"__str__", "__repr__"}
	case "bool":
		return []string{"__bool__", "__len__"}
	case "len", "repr", "bytes", "int", "float", "complex", "hash", "abs", "round", "next", "reversed", "format", "dir":
		return []string{"__" + function + "__"}
	}
	return nil
}
