package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxForeign is the maximum size in bytes of a text from an upstream server, except in the result of a call.
const MaxForeign = 512

// Clean converts the text of an upstream server for a status message: valid UTF-8 on one line, without
// control or formatting characters, and at most limit bytes.
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

// Valid replaces invalid UTF-8, which a protobuf string must not contain.
func Valid(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }
