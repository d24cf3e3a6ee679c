package syntax

// Inspect calls f for n and, if f returns true, for the nodes below it in source order. Two
// orders differ from the source: decorators come first, and the test of a conditional
// expression comes before its values. n may be nil.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	Children(n, func(c Node) { Inspect(c, f) })
}

// Inspect calls [Inspect] for each statement of the module.
func (m *Module) Inspect(f func(Node) bool) {
	for _, s := range m.Body {
		Inspect(s, f)
	}
}

// Children calls f for the direct children of n.
func Children(n Node, f func(Node)) {
	switch n := n.(type) {
	case Stmt:
		stmtChildren(n, f)
	case Expr:
		exprChildren(n, f)
	case Pattern:
		patternChildren(n, f)
	default:
		partChildren(n, f)
	}
}

func partChildren(n Node, f func(Node)) {
	switch n := n.(type) {
	case *Parameters:
		each(n.List, f)
	case *Parameter:
		expr(n.Unpacked, f)
		expr(n.Annotation, f)
		expr(n.Default, f)
	case *TypeParam:
		expr(n.Bound, f)
		expr(n.Default, f)
	case *Keyword:
		expr(n.Value, f)
	case *WithItem:
		expr(n.Context, f)
		expr(n.Target, f)
	case *ExceptHandler:
		expr(n.Type, f)
		each(n.Body, f)
	case *MatchCase:
		if n.Pattern != nil {
			f(n.Pattern)
		}
		expr(n.Guard, f)
		each(n.Body, f)
	case *Generator:
		expr(n.Target, f)
		expr(n.Iter, f)
		each(n.Ifs, f)
	}
}

func stmtChildren(n Stmt, f func(Node)) {
	switch n := n.(type) {
	case *FunctionDef:
		each(n.Decorators, f)
		each(n.TypeParams, f)
		f(n.Params)
		expr(n.Returns, f)
		each(n.Body, f)
	case *ClassDef:
		each(n.Decorators, f)
		each(n.TypeParams, f)
		each(n.Bases, f)
		each(n.Keywords, f)
		each(n.Body, f)
	case *Return:
		expr(n.Value, f)
	case *Delete:
		each(n.Targets, f)
	case *Assign:
		each(n.Targets, f)
		expr(n.Value, f)
	case *AugAssign:
		expr(n.Target, f)
		expr(n.Value, f)
	case *AnnAssign:
		expr(n.Target, f)
		expr(n.Annotation, f)
		expr(n.Value, f)
	case *TypeAlias:
		each(n.TypeParams, f)
		expr(n.Value, f)
	case *ExprStmt:
		expr(n.Value, f)
	case *Raise:
		expr(n.Exc, f)
		expr(n.Cause, f)
		each(n.More, f)
	case *Assert:
		expr(n.Test, f)
		expr(n.Message, f)
	case *Import:
		each(n.Names, f)
	case *ImportFrom:
		each(n.Names, f)
	default:
		blockChildren(n, f)
	}
}

func blockChildren(n Stmt, f func(Node)) {
	switch n := n.(type) {
	case *For:
		expr(n.Target, f)
		expr(n.Iter, f)
		each(n.Body, f)
		each(n.Else, f)
	case *While:
		expr(n.Test, f)
		each(n.Body, f)
		each(n.Else, f)
	case *If:
		expr(n.Test, f)
		each(n.Body, f)
		each(n.Else, f)
	case *With:
		each(n.Items, f)
		each(n.Body, f)
	case *Match:
		expr(n.Subject, f)
		each(n.Cases, f)
	case *Try:
		each(n.Body, f)
		each(n.Handlers, f)
		each(n.Else, f)
		each(n.Finally, f)
	case *Print:
		each(n.Values, f)
	case *Exec:
		expr(n.Code, f)
		each(n.In, f)
	case *Bad:
		each(n.Exprs, f)
		each(n.Body, f)
	}
}

func patternChildren(n Pattern, f func(Node)) {
	switch n := n.(type) {
	case *MatchValue:
		expr(n.Value, f)
	case *MatchSequence:
		each(n.Patterns, f)
	case *MatchMapping:
		each(n.Keys, f)
		each(n.Patterns, f)
	case *MatchClass:
		expr(n.Class, f)
		each(n.Patterns, f)
		each(n.Keywords, f)
	case *MatchAs:
		if n.Pattern != nil {
			f(n.Pattern)
		}
	case *MatchOr:
		each(n.Patterns, f)
	}
}

func each[N Node](list []N, f func(Node)) {
	for _, n := range list {
		f(n)
	}
}

func expr(e Expr, f func(Node)) {
	if e != nil {
		f(e)
	}
}

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
