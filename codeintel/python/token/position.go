package token

// Pos is a place in the text of a module: a byte offset into [Module.Text].
type Pos int32

// Span is the text of a node, from its first byte to the one after its last.
// Parentheses around an expression are no part of it, as in CPython.
type Span struct{ From, To Pos }

// Pos returns where the node begins.
func (s Span) Pos() Pos { return s.From }

// End returns the place after the node's last byte.
func (s Span) End() Pos { return s.To }
