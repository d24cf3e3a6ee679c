package syntax

import "github.com/coderef-system/coderefd/codeintel/python/token"

// Node is a node of the tree. An [Ident] is not a node.
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

// Pattern is a pattern in a case of a match statement.
type Pattern interface {
	Node
	pattern()
}

// Ident is a name that declares or labels something and is not an expression. If the identifier
// is missing, Name is empty.
type Ident struct {
	token.Span
	Name string
}

// Module is a parsed file.
type Module struct {
	// Text is the parsed text, to which all positions refer. It differs from the input if that
	// starts with a byte order mark or is not UTF-8.
	Text     string
	Body     []Stmt
	Comments []token.Comment
	Lines    []token.Pos // start of each line
}

// Parameters are the parameters of a function or lambda, in source order.
type Parameters struct {
	token.Span
	List []*Parameter
}

// ParameterKind is how arguments are passed for a parameter.
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
	Annotation Expr // or nil; may be Starred for *args
	Default    Expr // or nil
	Unpacked   Expr // replaces the name in Python 2: def f((a, b))
}

// TypeParamKind is the kind of a type parameter.
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

// Keyword is a keyword argument.
type Keyword struct {
	token.Span
	Name  Ident // empty for **Value
	Value Expr
}

// Alias is one name of an import statement.
type Alias struct {
	token.Span
	Name   Ident // dotted in an Import; * in a star import
	AsName Ident // empty without 'as'
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
	Type Expr  // nil for a bare 'except:'; a Tuple for several types
	Name Ident // empty without 'as'
	Body []Stmt
}

// MatchCase is one case of a match statement.
type MatchCase struct {
	token.Span
	Pattern Pattern
	Guard   Expr // or nil
	Body    []Stmt
}

// Generator is one 'for' clause of a comprehension, with its conditions.
type Generator struct {
	token.Span
	Target Expr
	Iter   Expr
	Ifs    []Expr
	Async  bool
}
