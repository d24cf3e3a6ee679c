package lexer

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Lexer reads tokens one at a time. Its state is small and can be copied to look
// ahead.
type Lexer struct {
	Text      string
	Tok       token.Token
	Prev      token.Pos // end of the last token that is text
	Pos       token.Pos
	Depth     int32      // of open brackets
	Field     int32      // depth of the replacement field that is read, or -1
	dedents   int32      // still to be told
	Augmented token.Kind // of a tokAugmented: its operator without the =
	LineStart bool       // the next token begins a logical line
	Indents   []Indent
	Comments  []token.Comment
	Carriage  bool // the text has carriage returns
	Unindent  bool // a line went back to the column of no block
	LexError  string
}

// Indent is a level of indentation, with tabs to multiples of 8.
type Indent int32

// end tells the end of the file: first of its last line, then of its blocks.
func (l *Lexer) end() {
	l.Pos = token.Pos(len(l.Text))
	at := token.Token{Kind: token.EOF, From: l.Pos, To: l.Pos}
	switch {
	case l.Depth > 0: // whoever waits for the bracket finds the end
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

// LineEnd returns where the line that holds i ends, before its line break.
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

// comment keeps the comment at i and returns where it ends. One that was read
// before, looking ahead, is kept once.
func (l *Lexer) comment(i int) int {
	end := l.LineEnd(i)
	if n := len(l.Comments); n == 0 || l.Comments[n-1].From < token.Pos(i) {
		l.Comments = append(l.Comments, token.Comment{Span: token.Span{From: token.Pos(i), To: token.Pos(end)}, Own: l.FirstOnLine(i)})
	}
	return end
}

// FirstOnLine reports whether only blanks stand before i on its line.
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

// invalid makes a token of a character that is no Python.
func (l *Lexer) invalid(i int, message string) {
	l.Tok = token.Token{Kind: token.Invalid, From: token.Pos(i), To: token.Pos(i + 1)}
	l.Pos = token.Pos(i + 1)
	l.LexError = message
}
