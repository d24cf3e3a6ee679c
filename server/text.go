package server

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxForeignText bounds text of others where it is not the answer itself, in
// bytes.
const maxForeignText = 512

// cleanText makes text of a server fit for a status message: valid UTF-8, on one
// line, without control or formatting characters, at most limit bytes.
func cleanText(s string, limit int) string {
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
	return cut(strings.TrimSpace(s), limit)
}

// cut shortens s to at most limit bytes, at the start of a rune, and shows it.
func cut(s string, limit int) string {
	const mark = "…"
	if len(s) <= limit {
		return s
	}
	end := max(limit-len(mark), 0)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}

// validText replaces what is not UTF-8, which a protobuf string cannot hold.
func validText(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }
