package syntax

// Pos is a place in the text of a module: a byte offset into [Module.Text].
type Pos int32

// Span is the text of a node, from its first byte to the one after its last.
// Parentheses around an expression are no part of it, as in CPython.
type Span struct{ From, To Pos }

// Pos returns where the node begins.
func (s Span) Pos() Pos { return s.From }

// End returns the place after the node's last byte.
func (s Span) End() Pos { return s.To }

// Node is any part of the tree but identifiers that are no expressions.
type Node interface {
	Pos() Pos
	End() Pos
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Pattern is a pattern of a case.
type Pattern interface {
	Node
	pattern()
}

// Ident is a name that is declared, or that labels something: no expression. One
// that is not there has an empty Name.
type Ident struct {
	Span
	Name string
}

// Comment is one comment, from its # to the end of the line.
type Comment struct {
	Span
	Own bool // nothing stands before it on its line
}

// Module is a parsed file.
type Module struct {
	// Text is what was parsed. Positions refer to it: it differs from what was given
	// where that begins with a byte order mark or is not in UTF-8.
	Text     string
	Body     []Stmt
	Comments []Comment
	Lines    []Pos // where each line begins
}

// Error is the first syntax error of a file.
type Error struct {
	Line    int // from 1
	Message string
	TooDeep bool // nested too deeply to read on: the caller reports facts.ErrTooDeep
}

// Parameters are those of a function or lambda, in source order.
type Parameters struct {
	Span
	List []*Parameter
}

// ParameterKind is how arguments reach a parameter.
type ParameterKind uint8

// The kinds of parameters.
const (
	PositionalOrKeyword ParameterKind = iota
	PositionalOnly                    // before /
	KeywordOnly                       // after * or *args
	VarPositional                     // *args
	VarKeyword                        // **kwargs
)

// Parameter is one parameter.
type Parameter struct {
	Span
	Name       Ident
	Kind       ParameterKind
	Annotation Expr // or nil; a Starred one is possible after *args
	Default    Expr // or nil
	Unpacked   Expr // in place of a name, what Python 2 let stand there: def f((a, b))
}

// TypeParamKind is what a type parameter stands for.
type TypeParamKind uint8

// The kinds of type parameters.
const (
	TypeVar      TypeParamKind = iota
	TypeVarTuple               // *Ts
	ParamSpec                  // **P
)

// TypeParam is one type parameter of a function, class or type alias (PEP 695).
type TypeParam struct {
	Span
	Kind    TypeParamKind
	Name    Ident
	Bound   Expr // or nil
	Default Expr // or nil (PEP 696)
}

// Keyword is an argument by keyword.
type Keyword struct {
	Span
	Name  Ident // empty for **Value
	Value Expr
}

// Alias is one thing that is imported.
type Alias struct {
	Span
	Name   Ident // dotted in an Import; * in a star import
	AsName Ident // empty without as
}

// WithItem is one context manager of a with statement.
type WithItem struct {
	Span
	Context Expr
	Target  Expr // or nil
}

// ExceptHandler is one except clause of a try statement.
type ExceptHandler struct {
	Span
	Type Expr  // nil for a bare except; a Tuple for several
	Name Ident // empty without as
	Body []Stmt
}

// MatchCase is one case of a match statement.
type MatchCase struct {
	Span
	Pattern Pattern
	Guard   Expr // or nil
	Body    []Stmt
}

// Generator is one for clause of a comprehension.
type Generator struct {
	Span
	Target Expr
	Iter   Expr
	Ifs    []Expr
	Async  bool
}
