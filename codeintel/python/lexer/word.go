package lexer

import (
	"unicode"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/python/token"
)

const longestKeyword = len("continue")

// word reads a name, a keyword or a literal with a prefix.
func (l *Lexer) word(from int) {
	text := l.Text
	i := from
	var all uint8
	for i < len(text) && class[text[i]]&(letter|digit) != 0 {
		all |= text[i]
		i++
	}
	if all >= utf8.RuneSelf {
		i = l.unicodeWord(from, i)
		if i == from {
			return
		}
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'') && i-from <= 2 {
		if p, ok := prefix(text[from:i]); ok {
			l.str(from, i, p)
			return
		}
	}
	k := token.Name
	if n := i - from; n >= 2 && n <= longestKeyword {
		k = token.Keyword(text[from:i])
	}
	l.Tok = token.Token{Kind: k, From: token.Pos(from), To: token.Pos(i)}
	l.Pos = token.Pos(i)
}

// unicodeWord returns the end of the name in [from, end). If the first character cannot start
// a name, it produces an invalid token and returns from.
func (l *Lexer) unicodeWord(from, end int) int {
	for i := from; i < end; {
		r, size := utf8.DecodeRuneInString(l.Text[i:])
		if !identifierPart(r, i == from) {
			if i == from {
				l.invalid(i, "invalid character in identifier")
				l.Tok.To, l.Pos = token.Pos(i+size), token.Pos(i+size)
			}
			return i
		}
		i += size
	}
	return end
}

func identifierPart(r rune, first bool) bool {
	switch {
	case r == '_', unicode.IsLetter(r), unicode.In(r, unicode.Nl, unicode.Other_ID_Start):
		return true
	case first:
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}
