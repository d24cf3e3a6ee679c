package syntax

import (
	"unicode"
	"unicode/utf8"
)

// What a byte can be. All bytes of characters beyond ASCII count as letters until
// they are looked at.
const (
	letter = 1 << iota
	digit
	hex
)

var class = classes() //nolint:gochecknoglobals // never written

func classes() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = digit | hex
		case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
			t[c] = letter | hex
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c >= utf8.RuneSelf:
			t[c] = letter
		}
	}
	return t
}

const longestKeyword = len("continue")

// word reads a name, a keyword or a literal with a prefix.
func (l *lexer) word(from int) {
	text := l.text
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
	k := tokName
	if n := i - from; n >= 2 && n <= longestKeyword {
		k = keyword(text[from:i])
	}
	l.tok = token{k, Pos(from), Pos(i)}
	l.pos = Pos(i)
}

// unicodeWord returns where the name ends that goes on to end if all its
// characters may be in one. If not even the first may, it makes an invalid token.
func (l *lexer) unicodeWord(from, end int) int {
	for i := from; i < end; {
		r, size := utf8.DecodeRuneInString(l.text[i:])
		if !identifierPart(r, i == from) {
			if i == from {
				l.invalid(i, "invalid character in identifier")
				l.tok.to, l.pos = Pos(i+size), Pos(i+size)
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

// The properties that the prefix of a string literal gives it.
const (
	rawPrefix = 1 << iota
	bytesPrefix
	formatPrefix
	templatePrefix
	unicodePrefix
)

// prefix returns the properties that the letters before a quote give a string.
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
		return p, true // Python 2 had ur"", too
	}
	return 0, false
}
