package lexer

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Lexer reads one token at a time. Its state is small and can be copied for lookahead.
type Lexer struct {
	Text      string
	Tok       token.Token
	Prev      token.Pos // end of the last token that has text
	Pos       token.Pos
	Depth     int32      // number of open brackets
	Field     int32      // bracket depth of the current replacement field, or -1
	dedents   int32      // dedent tokens still to return
	Augmented token.Kind // for an Augmented token: its operator without the =
	LineStart bool       // the next token begins a logical line
	Indents   []Indent
	Comments  []token.Comment
	Carriage  bool // the text contains carriage returns
	Unindent  bool // a line is dedented to a column that no open block has
	LexError  string
}

// Indent is an indentation column. A tab advances to the next multiple of 8.
type Indent int32

// end produces the tokens at the end of the file: a newline, a dedent for each open block,
// then EOF.
func (l *Lexer) end() {
	l.Pos = token.Pos(len(l.Text))
	at := token.Token{Kind: token.EOF, From: l.Pos, To: l.Pos}
	switch {
	case l.Depth > 0: // the parser reports the unclosed bracket
	case l.Tok.Kind > token.LastSynthetic:
		at.Kind = token.Newline
	case len(l.Indents) > 1:
		l.Indents = l.Indents[:len(l.Indents)-1]
		at.Kind = token.Dedent
	}
	l.Tok = at
}

// Newline returns the length of the line break at i, or 0.
func Newline(text string, i int) int {
	switch {
	case i >= len(text):
		return 0
	case text[i] == '\n':
		return 1
	case text[i] != '\r':
		return 0
	case i+1 < len(text) && text[i+1] == '\n':
		return 2
	}
	return 1
}

// LineEnd returns the end of the line that contains i, before its line break.
func (l *Lexer) LineEnd(i int) int {
	j := strings.IndexByte(l.Text[i:], '\n')
	if j < 0 {
		j = len(l.Text) - i
	}
	if l.Carriage {
		if k := strings.IndexByte(l.Text[i:i+j], '\r'); k >= 0 {
			j = k
		}
	}
	return i + j
}

// comment returns the end of the comment at i. It records the comment, unless lookahead has
// recorded it already.
func (l *Lexer) comment(i int) int {
	end := l.LineEnd(i)
	if n := len(l.Comments); n == 0 || l.Comments[n-1].From < token.Pos(i) {
		l.Comments = append(l.Comments, token.Comment{
			Span: token.Span{From: token.Pos(i), To: token.Pos(end)},
			Own:  l.FirstOnLine(i),
		})
	}
	return end
}

// FirstOnLine reports whether only whitespace precedes i on its line.
func (l *Lexer) FirstOnLine(i int) bool {
	for i--; i >= 0; i-- {
		switch l.Text[i] {
		case ' ', '\t', '\f':
		case '\n', '\r':
			return true
		default:
			return false
		}
	}
	return true
}

// invalid produces a token for an invalid character.
func (l *Lexer) invalid(i int, message string) {
	l.Tok = token.Token{Kind: token.Invalid, From: token.Pos(i), To: token.Pos(i + 1)}
	l.Pos = token.Pos(i + 1)
	l.LexError = message
}
