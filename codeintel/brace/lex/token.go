package lex

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	Punct Kind = iota // operators and brackets
	Ident
	Number
	String
	Char
	Lifetime
)

// Token is one token of a text. Comments and directives are not tokens.
type Token struct {
	Kind       Kind
	first      byte  // of its text
	Start, End int32 // offsets in the text, in bytes
	Match      int32 // for a bracket, the index of the matching bracket; -1 for none
}

// size returns the length of a token in bytes.
func (t *Token) size() int { return int(t.End - t.Start) }

// Comment is one comment. Start and End are offsets in bytes.
type Comment struct{ Start, End int32 }

// Directive is a #define, #include or #import line.
type Directive struct {
	Word       string // the word after the #
	Start, End int    // offsets of the text after the word, in bytes
	Line       int    // the line of the #, from 1
}
