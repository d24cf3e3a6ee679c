package lexer

import "unicode/utf8"

// The properties of a byte. Every byte of a character outside ASCII counts as a letter until
// the character is decoded.
const (
	letter = 1 << iota
	digit
	hex
)

// class contains the properties of each byte: a set of the bits letter, digit and hex.
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
