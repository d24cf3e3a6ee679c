package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer splits a text into tokens.
type lexer struct {
	*Source
	at      int
	begins  bool // only spaces precede the offset on its line
	groups  []group
	strings []interpolated
}

// peek returns the byte n bytes after the current one, or 0 at the end.
func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.Text) {
		return l.Text[l.at+n]
	}
	return 0
}

// emit adds the token from start to the current offset.
func (l *lexer) emit(k Kind, start int) {
	l.Tokens = append(l.Tokens, Token{Kind: k, first: l.Text[start], Start: int32(start), End: int32(l.at), Match: -1})
}

// comment adds the comment from start to the current offset.
func (l *lexer) comment(start int) {
	l.Comments = append(l.Comments, Comment{int32(start), int32(l.at)})
}

// IsLetter reports whether c is an ASCII letter or an underscore.
func IsLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// skipName moves to the end of a name.
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

// skipLine moves to the end of the line. If backslashes continue the line, it moves to the end
// of the last continuation.
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

// continued reports whether a line ends in a backslash.
func continued(line string) bool { return strings.HasSuffix(strings.TrimSuffix(line, "\r"), "\\") }

// blockComment returns the end of the comment that begins at offset i.
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

// stringEnd returns the end of a string with backslash escapes whose content begins at
// offset i. A string that must not contain line ends ends before one.
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

// countOf returns the number of times that c is repeated at the beginning of text.
func countOf(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// group is an #if with its alternatives.
type group struct {
	kept    int  // the number of tokens up to the end of the last alternative that is kept
	decided bool // an alternative is kept
	alone   bool // no further alternative is kept
	begin   int  // the number of tokens before the current alternative
}

// interpolated is a string of C# whose text may contain expressions in braces.
type interpolated struct {
	verbatim bool // @: no backslashes, "" is a quote
	quotes   int  // the number of quotes at each end of a raw string; 0 for others
	dollars  int  // the number of braces that begin an expression; 0 for none
	depth    int  // open braces in the current expression
}
