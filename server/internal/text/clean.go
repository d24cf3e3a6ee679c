package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxForeign bounds the text of an upstream server where it is not the result itself,
// in bytes.
const MaxForeign = 512

// Clean makes the text of an upstream server fit for a status message: valid UTF-8, on one
// line, without control or formatting characters, at most limit bytes.
func Clean(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
	return Cut(strings.TrimSpace(s), limit)
}

// Valid replaces invalid UTF-8, which a protobuf string cannot hold.
func Valid(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }
