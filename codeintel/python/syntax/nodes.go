package syntax

// The number of nodes that are allocated at once: as many as a file seems to need,
// within bounds.
const (
	smallSlab = 8
	largeSlab = 256
)

// slab allocates nodes of one type.
type slab[T any] []T

func (s *slab[T]) new() *T {
	if len(*s) == cap(*s) {
		*s = make([]T, 0, min(max(2*cap(*s), smallSlab), largeSlab))
	}
	*s = (*s)[:len(*s)+1]
	return &(*s)[len(*s)-1]
}

// list returns a copy of some values, in memory that lists share. It is nil when
// there are none.
func (s *slab[T]) list(values []T) []T {
	n := len(values)
	if n == 0 {
		return nil
	}
	if len(*s)+n > cap(*s) {
		if n > largeSlab/4 {
			return append(make([]T, 0, n), values...)
		}
		*s = make([]T, 0, max(n, min(max(2*cap(*s), smallSlab), largeSlab)))
	}
	at := len(*s)
	*s = append(*s, values...)
	return (*s)[at : at+n : at+n]
}

// nodes allocates the nodes that files have many of.
type nodes struct {
	names      slab[Name]
	constants  slab[Constant]
	attributes slab[Attribute]
	calls      slab[Call]
	subscripts slab[Subscript]
	binOps     slab[BinOp]
	unaryOps   slab[UnaryOp]
	boolOps    slab[BoolOp]
	compares   slab[Compare]
	tuples     slab[Tuple]
	lists      slab[List]
	keywords   slab[Keyword]
	params     slab[Parameter]
	parameters slab[Parameters]
	exprStmts  slab[ExprStmt]
	assigns    slab[Assign]
	returns    slab[Return]
	ifs        slab[If]
	functions  slab[FunctionDef]
	aliases    slab[Alias]

	exprLists  slab[Expr]
	stmtLists  slab[Stmt]
	opLists    slab[Op]
	kwLists    slab[*Keyword]
	paramLists slab[*Parameter]
}
