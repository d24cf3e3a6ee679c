package token

// Pos is a position in the text of a module: a byte offset into Module.Text.
type Pos int32

// Span is the text of a node: the bytes in [From, To). As in CPython, it does not include
// parentheses around an expression.
type Span struct{ From, To Pos }

// Pos returns the position of the first byte.
func (s Span) Pos() Pos { return s.From }

// End returns the position after the last byte.
func (s Span) End() Pos { return s.To }
