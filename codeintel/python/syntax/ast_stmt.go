package syntax

import "github.com/coderef-system/coderefd/codeintel/python/token"

// The statements. A span reaches from the first word of the statement to the end of its last
// statement or expression. As in CPython, it does not include decorators.
type (
	// FunctionDef is a function or method.
	FunctionDef struct {
		token.Span // starts at 'def' or 'async'
		Name       Ident
		TypeParams []*TypeParam
		Params     *Parameters // never nil
		Returns    Expr        // or nil
		Body       []Stmt
		Decorators []Expr // without the @
		Async      bool
	}

	// ClassDef is a class.
	ClassDef struct {
		token.Span
		Name       Ident
		TypeParams []*TypeParam
		Bases      []Expr // may contain Starred expressions
		Keywords   []*Keyword
		Body       []Stmt
		Decorators []Expr
	}

	// Return is a return statement.
	Return struct {
		token.Span
		Value Expr // or nil
	}

	// Delete is a del statement.
	Delete struct {
		token.Span
		Targets []Expr
	}

	// Assign is an assignment: `a = b = Value` has two targets.
	Assign struct {
		token.Span
		Targets []Expr
		Value   Expr
	}

	// AugAssign is an augmented assignment.
	AugAssign struct {
		token.Span
		Target Expr
		Op     Op // without the =
		Value  Expr
	}

	// AnnAssign is an annotated name, attribute or item, with or without a value.
	AnnAssign struct {
		token.Span
		Target     Expr
		Annotation Expr
		Value      Expr // or nil
	}

	// TypeAlias is a type statement.
	TypeAlias struct {
		token.Span
		Name       Ident
		TypeParams []*TypeParam
		Value      Expr
	}

	// For is a for statement.
	For struct {
		token.Span
		Target Expr
		Iter   Expr
		Body   []Stmt
		Else   []Stmt
		Async  bool
	}

	// While is a while statement.
	While struct {
		token.Span
		Test Expr
		Body []Stmt
		Else []Stmt
	}

	// If is an if statement. If an elif follows, Else contains only that If, and its Elif is
	// true.
	If struct {
		token.Span
		Test Expr
		Body []Stmt
		Else []Stmt
		Elif bool
	}

	// With is a with statement.
	With struct {
		token.Span
		Items []*WithItem
		Body  []Stmt
		Async bool
	}

	// Match is a match statement.
	Match struct {
		token.Span
		Subject Expr
		Cases   []*MatchCase
	}

	// Raise is a raise statement.
	Raise struct {
		token.Span
		Exc   Expr   // or nil
		Cause Expr   // after 'from', or nil
		More  []Expr // the further values of Python 2: raise E, value, traceback
	}

	// Try is a try statement.
	Try struct {
		token.Span
		Body     []Stmt
		Handlers []*ExceptHandler
		Else     []Stmt
		Finally  []Stmt
		Star     bool // except*
	}

	// Assert is an assert statement.
	Assert struct {
		token.Span
		Test    Expr
		Message Expr // or nil
	}

	// Import is an import statement without 'from'.
	Import struct {
		token.Span
		Names []*Alias
	}

	// ImportFrom is a from … import statement.
	ImportFrom struct {
		token.Span
		Module Ident // dotted, without the dots of Level; may be empty
		Level  int   // number of dots before Module
		Names  []*Alias
	}

	// Global is a global statement.
	Global struct {
		token.Span
		Names []Ident
	}

	// Nonlocal is a nonlocal statement.
	Nonlocal struct {
		token.Span
		Names []Ident
	}

	// ExprStmt is an expression used as a statement.
	ExprStmt struct {
		token.Span
		Value Expr
	}

	// Pass is a pass statement.
	Pass struct{ token.Span }
	// Break is a break statement.
	Break struct{ token.Span }
	// Continue is a continue statement.
	Continue struct{ token.Span }

	// Print is a print statement of Python 2. The forms `print`, `print >>f, x` and `print (x)`
	// are parsed as expressions.
	Print struct {
		token.Span
		Values []Expr
	}

	// Exec is an exec statement of Python 2. In holds the values after the keyword 'in'.
	Exec struct {
		token.Span
		Code Expr
		In   []Expr
	}

	// Bad is a statement with a syntax error. It contains the parts that could be parsed.
	Bad struct {
		token.Span
		Exprs []Expr
		Body  []Stmt // the block below the statement
	}
)

func (*FunctionDef) stmt() {}

func (*ClassDef) stmt() {}

func (*Return) stmt() {}

func (*Delete) stmt() {}

func (*Assign) stmt() {}

func (*AugAssign) stmt() {}

func (*AnnAssign) stmt() {}

func (*TypeAlias) stmt() {}

func (*For) stmt() {}

func (*While) stmt() {}

func (*If) stmt() {}

func (*With) stmt() {}

func (*Match) stmt() {}

func (*Raise) stmt() {}

func (*Try) stmt() {}

func (*Assert) stmt() {}

func (*Import) stmt() {}

func (*ImportFrom) stmt() {}

func (*Global) stmt() {}

func (*Nonlocal) stmt() {}

func (*ExprStmt) stmt() {}

func (*Pass) stmt() {}

func (*Break) stmt() {}

func (*Continue) stmt() {}

func (*Print) stmt() {}

func (*Exec) stmt() {}

func (*Bad) stmt() {}
