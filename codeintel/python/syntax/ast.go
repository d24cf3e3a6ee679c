package syntax

import "github.com/coderef-system/coderefd/codeintel/python/token"

// Node is any part of the tree but identifiers that are no expressions.
type Node interface {
	Pos() token.Pos
	End() token.Pos
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
	token.Span
	Name string
}

// Module is a parsed file.
type Module struct {
	// Text is what was parsed. Positions refer to it: it differs from what was given
	// where that begins with a byte order mark or is not in UTF-8.
	Text     string
	Body     []Stmt
	Comments []token.Comment
	Lines    []token.Pos // where each line begins
}

// Parameters are those of a function or lambda, in source order.
type Parameters struct {
	token.Span
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
	token.Span
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
	token.Span
	Kind    TypeParamKind
	Name    Ident
	Bound   Expr // or nil
	Default Expr // or nil (PEP 696)
}

// Keyword is an argument by keyword.
type Keyword struct {
	token.Span
	Name  Ident // empty for **Value
	Value Expr
}

// Alias is one thing that is imported.
type Alias struct {
	token.Span
	Name   Ident // dotted in an Import; * in a star import
	AsName Ident // empty without as
}

// WithItem is one context manager of a with statement.
type WithItem struct {
	token.Span
	Context Expr
	Target  Expr // or nil
}

// ExceptHandler is one except clause of a try statement.
type ExceptHandler struct {
	token.Span
	Type Expr  // nil for a bare except; a Tuple for several
	Name Ident // empty without as
	Body []Stmt
}

// MatchCase is one case of a match statement.
type MatchCase struct {
	token.Span
	Pattern Pattern
	Guard   Expr // or nil
	Body    []Stmt
}

// Generator is one for clause of a comprehension.
type Generator struct {
	token.Span
	Target Expr
	Iter   Expr
	Ifs    []Expr
	Async  bool
}
