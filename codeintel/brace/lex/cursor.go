package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer cuts a text into tokens.
type lexer struct {
	*Source
	at     int
	begins bool // nothing but blanks stands before at in its line
	groups []group
	holes  []hole
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.Text) {
		return l.Text[l.at+n]
	}
	return 0
}

func (l *lexer) emit(k Kind, start int) {
	l.Tokens = append(l.Tokens, Token{Kind: k, first: l.Text[start], Start: int32(start), End: int32(l.at), Match: -1})
}

func (l *lexer) comment(start int) {
	l.Comments = append(l.Comments, Comment{int32(start), int32(l.at)})
}

// IsLetter reports an ASCII letter or an underscore.
func IsLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func (l *lexer) skipName() {
	for l.at < len(l.Text) {
		c := l.Text[l.at]
		switch {
		case IsLetter(c), c >= '0' && c <= '9', c == '$' && l.rules.DollarNames:
			l.at++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(l.Text[l.at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return
			}
			l.at += size
		default:
			return
		}
	}
}

// skipLine moves to the end of the line; in C, behind those that are continued.
func (l *lexer) skipLine() {
	for {
		i := strings.IndexByte(l.Text[l.at:], '\n')
		if i < 0 {
			l.at = len(l.Text)
			return
		}
		l.at += i
		if !l.rules.Macros || !continued(l.Text[:l.at]) {
			return
		}
		l.at++
	}
}

// continued reports a line that ends in a backslash.
func continued(line string) bool { return strings.HasSuffix(strings.TrimSuffix(line, "\r"), "\\") }

// blockComment returns the end of a comment that begins at i.
func (l *lexer) blockComment(i int) int {
	if !l.rules.NestedComments {
		if end := strings.Index(l.Text[i+2:], "*/"); end >= 0 {
			return i + 2 + end + 2
		}
		return len(l.Text)
	}
	depth := 0
	for i < len(l.Text) {
		switch {
		case strings.HasPrefix(l.Text[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(l.Text[i:], "*/"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return i
}

// stringEnd returns the end of a string with backslashes whose content begins at i.
// Where it may not hold line ends, it ends at one all the same.
func (l *lexer) stringEnd(i int, quote byte) int {
	for i < len(l.Text) {
		switch c := l.Text[i]; {
		case c == quote:
			return i + 1
		case c == '\\':
			if i++; i < len(l.Text) && l.Text[i] == '\r' {
				i++
			}
			i++
			continue
		case c == '\n' && (!l.rules.Multiline || quote != '"'):
			return i
		}
		i++
	}
	return len(l.Text)
}

// countOf returns how often a byte stands at the beginning of a text.
func countOf(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// group is an #if with its branches.
type group struct {
	kept    int  // tokens up to the end of the branch that is kept
	decided bool // a branch is kept: others are read only where none needs to give way
	alone   bool // others are not read at all
	begin   int  // tokens before the branch at hand
}

// hole is a string of C# whose text may hold expressions in braces.
type hole struct {
	verbatim bool // @: no backslashes, "" is a quote
	quotes   int  // """: how many begin and end it; 0 for a plain one
	dollars  int  // how many braces begin an expression; 0 for none
	depth    int  // braces open within the expression
}
