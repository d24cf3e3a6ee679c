package syntax

import "github.com/coderef-system/coderefd/codeintel/python/token"

// Op is an operator.
type Op uint8

// The operators.
const (
	NoOp Op = iota
	Add
	Sub
	Mult
	MatMult
	Div
	Mod
	Pow
	LShift
	RShift
	BitOr
	BitXor
	BitAnd
	FloorDiv
	Invert // ~x
	Not
	UAdd
	USub
	And
	Or
	Eq
	NotEq
	Lt
	LtE
	Gt
	GtE
	Is
	IsNot
	In
	NotIn
)

// ConstantKind is the kind of a constant.
type ConstantKind uint8

// The kinds of constants.
const (
	None ConstantKind = iota
	True
	False
	Ellipsis
	Int
	Float
	Imaginary
	String // adjacent literals form one constant: see [Module.StringValue]
	Bytes
)

// CompKind is the kind of a comprehension.
type CompKind uint8

// The kinds of comprehensions.
const (
	GeneratorComp CompKind = iota
	ListComp
	SetComp
	DictComp
)

// The expressions.
type (
	// Name is a name that is read, bound or deleted, depending on its context. A Name with an
	// empty ID replaces a missing expression.
	Name struct {
		token.Span
		ID string
	}

	// Constant is a literal without replacement fields.
	Constant struct {
		token.Span
		Kind ConstantKind
	}

	// JoinedStr is a string literal or a sequence of adjacent literals, with at least one
	// f-string or t-string.
	JoinedStr struct {
		token.Span
		Fields   []*Interpolation
		Template bool // t"…"
	}

	// Interpolation is a replacement field of an f-string or t-string.
	Interpolation struct {
		token.Span // includes the braces
		Value      Expr
		Conversion byte // r, s, a, or 0
		Format     []*Interpolation
		Debug      bool // {value=}
	}

	// BoolOp is a chain of one operator, 'and' or 'or': `a and b and c` has three values.
	BoolOp struct {
		token.Span
		Op     Op
		Values []Expr
	}

	// NamedExpr is `Target := Value`.
	NamedExpr struct {
		token.Span
		Target Expr // a *Name in valid code
		Value  Expr
	}

	// BinOp is an operation with two operands.
	BinOp struct {
		token.Span
		Left  Expr
		Op    Op
		Right Expr
	}

	// UnaryOp is an operation with one operand.
	UnaryOp struct {
		token.Span
		Op      Op
		Operand Expr
	}

	// Compare is a chain of comparisons.
	Compare struct {
		token.Span
		Left     Expr
		Ops      []Op
		Operands []Expr
	}

	// Lambda is an anonymous function.
	Lambda struct {
		token.Span
		Params *Parameters // never nil
		Body   Expr
	}

	// IfExp is a conditional expression: `Body if Test else Else`.
	IfExp struct {
		token.Span
		Test Expr
		Body Expr
		Else Expr
	}

	// Call is a call. Positional arguments may be Starred.
	Call struct {
		token.Span
		Func     Expr
		Args     []Expr
		Keywords []*Keyword
	}

	// Attribute is `Value.Attr`.
	Attribute struct {
		token.Span
		Value Expr
		Attr  Ident
	}

	// Subscript is Value[Index]; several indices are a Tuple.
	Subscript struct {
		token.Span
		Value Expr
		Index Expr
	}

	// Slice is a slice in a subscript; each part may be nil.
	Slice struct {
		token.Span
		Lower, Upper, Step Expr
	}

	// Starred is `*Value`.
	Starred struct {
		token.Span
		Value Expr
	}

	// Tuple is a tuple with or without parentheses; its span includes them.
	Tuple struct {
		token.Span
		Elts []Expr
	}

	// List is a list display.
	List struct {
		token.Span
		Elts []Expr
	}

	// Set is a set display.
	Set struct {
		token.Span
		Elts []Expr
	}

	// Dict is a dictionary display. The key of a **value is nil.
	Dict struct {
		token.Span
		Keys   []Expr
		Values []Expr
	}

	// Comp is a comprehension or generator expression.
	Comp struct {
		token.Span
		Kind       CompKind
		Elt        Expr // the key in a dictionary comprehension
		Value      Expr // the value in a dictionary comprehension; nil in others
		Generators []*Generator
	}

	// Await is `await Value`.
	Await struct {
		token.Span
		Value Expr
	}

	// Yield is `yield Value`.
	Yield struct {
		token.Span
		Value Expr // or nil
	}

	// YieldFrom is `yield from Value`.
	YieldFrom struct {
		token.Span
		Value Expr
	}

	// Repr is an expression in backticks: repr in Python 2.
	Repr struct {
		token.Span
		Value Expr
	}
)

func (*Name) expr() {}

func (*Constant) expr() {}

func (*JoinedStr) expr() {}

func (*Interpolation) expr() {}

func (*BoolOp) expr() {}

func (*NamedExpr) expr() {}

func (*BinOp) expr() {}

func (*UnaryOp) expr() {}

func (*Compare) expr() {}

func (*Lambda) expr() {}

func (*IfExp) expr() {}

func (*Call) expr() {}

func (*Attribute) expr() {}

func (*Subscript) expr() {}

func (*Slice) expr() {}

func (*Starred) expr() {}

func (*Tuple) expr() {}

func (*List) expr() {}

func (*Set) expr() {}

func (*Dict) expr() {}

func (*Comp) expr() {}

func (*Await) expr() {}

func (*Yield) expr() {}

func (*YieldFrom) expr() {}

func (*Repr) expr() {}
