package token

// Comment is one comment, from its # to the end of the line.
type Comment struct {
	Span
	Own bool // no code precedes it on its line
}

// Token is one token of a file and the bytes that it covers, in [From, To).
type Token struct {
	Kind     Kind
	From, To Pos
}

// Kind is the kind of a token.
type Kind uint8

const (
	Invalid Kind = iota // an invalid character, or any token after a failure; no grammar rule accepts it
	EOF
	Newline
	Indent
	Dedent
	LastSynthetic = Dedent

	Name Kind = iota - 1
	Int
	Float
	Imaginary
	String
	Bytes
	Joined // the prefix and opening quotes of an f-string or t-string

	LParen
	RParen
	LBracket
	RBracket
	LBrace
	RBrace
	Comma
	Colon
	Dot
	Ellipsis
	Semicolon
	Assign
	Walrus
	Arrow
	At
	Bang
	Backtick
	Tilde
	Plus
	Minus
	Star
	DoubleStar
	Slash
	DoubleSlash
	Percent
	VBar
	Amper
	Caret
	LShift
	RShift
	Less
	LessEqual
	Greater
	GreaterEqual
	Equal
	NotEqual
	Augmented // any of += -= …; the lexer records the operator

	False
	None
	True
	And
	As
	Assert
	Async
	Await
	Break
	Class
	Continue
	Def
	Del
	Elif
	Else
	Except
	Finally
	For
	From
	Global
	If
	Import
	In
	Is
	Lambda
	Nonlocal
	Not
	Or
	Pass
	Raise
	Return
	Try
	While
	With
	Yield
	Kinds
)
