package parser

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// The number of nodes to allocate at once. It grows with the number of nodes of the file.
const (
	smallSlab = 8
	largeSlab = 256
)

// slab allocates nodes of one type.
type slab[T any] struct {
	chunk []T
	full  int // number of values in earlier chunks
}

func (s *slab[T]) new() *T {
	if len(s.chunk) == cap(s.chunk) {
		s.grow(1)
	}
	s.chunk = s.chunk[:len(s.chunk)+1]
	return &s.chunk[len(s.chunk)-1]
}

// list copies values into memory shared with other lists. It returns nil for an empty list.
func (s *slab[T]) list(values []T) []T {
	n := len(values)
	if n == 0 {
		return nil
	}
	if len(s.chunk)+n > cap(s.chunk) {
		if n > largeSlab/4 {
			return append(make([]T, 0, n), values...)
		}
		s.grow(n)
	}
	at := len(s.chunk)
	s.chunk = append(s.chunk, values...)
	return s.chunk[at : at+n : at+n]
}

// grow starts a chunk with room for at least n values.
func (s *slab[T]) grow(n int) {
	s.full += len(s.chunk)
	s.chunk = make([]T, 0, max(n, min(max(2*cap(s.chunk), smallSlab), largeSlab)))
}

// reuse makes the memory of all values available again. Afterwards one chunk has room for as
// many values as were in use.
func (s *slab[T]) reuse() {
	used := s.full + len(s.chunk)
	if s.full = 0; used > cap(s.chunk) {
		s.chunk = make([]T, 0, used)
		return
	}
	clear(s.chunk)
	s.chunk = s.chunk[:0]
}

// nodes allocates the most frequent node types.
type nodes struct {
	names      slab[syntax.Name]
	constants  slab[syntax.Constant]
	attributes slab[syntax.Attribute]
	calls      slab[syntax.Call]
	subscripts slab[syntax.Subscript]
	binOps     slab[syntax.BinOp]
	unaryOps   slab[syntax.UnaryOp]
	boolOps    slab[syntax.BoolOp]
	compares   slab[syntax.Compare]
	tuples     slab[syntax.Tuple]
	lists      slab[syntax.List]
	keywords   slab[syntax.Keyword]
	params     slab[syntax.Parameter]
	parameters slab[syntax.Parameters]
	exprStmts  slab[syntax.ExprStmt]
	assigns    slab[syntax.Assign]
	returns    slab[syntax.Return]
	ifs        slab[syntax.If]
	functions  slab[syntax.FunctionDef]
	aliases    slab[syntax.Alias]

	exprLists  slab[syntax.Expr]
	stmtLists  slab[syntax.Stmt]
	opLists    slab[syntax.Op]
	kwLists    slab[*syntax.Keyword]
	paramLists slab[*syntax.Parameter]
}

// reuse makes all nodes available again.
func (n *nodes) reuse() {
	for _, s := range [...]interface{ reuse() }{
		&n.names, &n.constants, &n.attributes, &n.calls, &n.subscripts, &n.binOps, &n.unaryOps, &n.boolOps,
		&n.compares, &n.tuples, &n.lists, &n.keywords, &n.params, &n.parameters, &n.exprStmts, &n.assigns,
		&n.returns, &n.ifs, &n.functions, &n.aliases, &n.exprLists, &n.stmtLists, &n.opLists, &n.kwLists,
		&n.paramLists,
	} {
		s.reuse()
	}
}
