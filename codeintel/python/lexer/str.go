package lexer

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// str reads a string literal from its prefix at from; its quotes start at quote. For a literal
// with replacement fields it reads only the opening quotes.
func (l *Lexer) str(from, quote, prefix int) {
	n := Quotes(l.Text, quote)
	if prefix&(formatPrefix|templatePrefix) != 0 {
		l.Tok = token.Token{Kind: token.Joined, From: token.Pos(from), To: token.Pos(quote + n)}
		l.Pos = token.Pos(quote + n)
		return
	}
	k := token.String
	if prefix&bytesPrefix != 0 {
		k = token.Bytes
	}
	end, ok := l.Closing(quote+n, l.Text[quote], n)
	if !ok {
		k = token.Invalid
		l.LexError = "unterminated string literal"
	}
	l.Tok = token.Token{Kind: k, From: token.Pos(from), To: token.Pos(end)}
	l.Pos = token.Pos(end)
}

// Quotes returns the number of quotes that open the literal at i: 1 or 3.
func Quotes(text string, i int) int {
	if i+2 < len(text) && text[i+1] == text[i] && text[i+2] == text[i] {
		return 3
	}
	return 1
}

// Closing returns the end of the literal whose content starts at i: the position after its n
// closing quotes. Without closing quotes it returns the end of the line or file, and false.
func (l *Lexer) Closing(i int, quote byte, n int) (end int, ok bool) {
	if n == 3 {
		return l.closingThree(i, quote)
	}
	text := l.Text
	for i < len(text) {
		switch c := text[i]; c {
		case quote:
			return i + 1, true
		case '\n', '\r':
			return i, false
		case '\\':
			i++
			if n := Newline(text, i); n > 0 {
				i += n
				continue
			}
		}
		i++
	}
	return len(text), false
}

func (l *Lexer) closingThree(i int, quote byte) (end int, ok bool) {
	text := l.Text
	q := i - 1 // the next quote, or a position before i if not searched yet
	for i < len(text) {
		if q < i {
			if q = index(text, i, quote); q == len(text) {
				break
			}
		}
		// Search the text before the quote only once.
		if b := strings.IndexByte(text[i:q], '\\'); b >= 0 {
			i += b + 2
			continue
		}
		if Quotes(text, q) == 3 {
			return q + 3, true
		}
		i = q + 1
	}
	return len(text), false
}

// index returns the position of the next c at or after i, or len(text).
func index(text string, i int, c byte) int {
	if j := strings.IndexByte(text[i:], c); j >= 0 {
		return i + j
	}
	return len(text)
}

// The properties that a prefix gives a string literal.
const (
	rawPrefix = 1 << iota
	bytesPrefix
	formatPrefix
	templatePrefix
	unicodePrefix
)

// prefix returns the properties that the letters before a quote give a literal, and false if
// they are not a prefix.
func prefix(s string) (p int, ok bool) {
	for i := range len(s) {
		var f int
		switch s[i] | 0x20 {
		case 'r':
			f = rawPrefix
		case 'b':
			f = bytesPrefix
		case 'f':
			f = formatPrefix
		case 't':
			f = templatePrefix
		case 'u':
			f = unicodePrefix
		}
		if f == 0 || p&f != 0 {
			return 0, false
		}
		p |= f
	}
	switch p &^ rawPrefix {
	case 0, bytesPrefix, formatPrefix, templatePrefix, unicodePrefix:
		return p, true // includes ur"" of Python 2
	}
	return 0, false
}
