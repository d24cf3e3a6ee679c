package server

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/server/internal/text"
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
	return text.Cut(strings.TrimSpace(s), limit)
}

// validText replaces what is not UTF-8, which a protobuf string cannot hold.
func validText(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }
