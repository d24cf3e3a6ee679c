package parser

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

const byteOrderMark = "\ufeff"

// cookie matches the encoding declaration in one of the first two lines of a file (PEP 263).
var cookie = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)

// decode converts a file to UTF-8 and removes the byte order mark. It reads a file in any
// other encoding as Latin-1: for single-byte encodings this changes only comments and
// literals. bad is the position of the first byte that is invalid in a file without an
// encoding declaration, or -1.
func decode(text string) (decoded string, bad int) {
	if rest, ok := strings.CutPrefix(text, byteOrderMark); ok {
		text = rest
	}
	encoding := declared(text)
	valid := utf8.ValidString(text)
	switch {
	case oneByte(encoding):
		if valid && ascii(text) {
			return text, -1
		}
		return latin1(text), -1
	case valid:
		return text, -1
	case encoding != "":
		return latin1(text), -1
	}
	return repaired(text)
}

// repaired reads the bytes of a text that are not UTF-8 as Latin-1, and returns the position
// of the first one.
func repaired(text string) (decoded string, bad int) {
	var b strings.Builder
	bad = -1
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			if bad < 0 {
				bad = b.Len()
			}
			r = rune(text[i])
		}
		b.WriteRune(r)
		i += size
	}
	return b.String(), bad
}

// declared returns the encoding that a file declares, or "" for UTF-8.
func declared(text string) string {
	head := text[:min(len(text), 400)]
	for range 2 {
		line, rest, _ := strings.Cut(head, "\n")
		if strings.Contains(line, "coding") {
			if m := cookie.FindStringSubmatch(line); m != nil {
				name := strings.ReplaceAll(strings.ToLower(m[1]), "_", "-")
				if name == "utf-8" || name == "utf8" || strings.HasPrefix(name, "utf-8-") {
					return ""
				}
				return name
			}
		}
		if s := strings.TrimLeft(line, " \t\f\r"); s != "" && s[0] != '#' {
			return ""
		}
		head = rest
	}
	return ""
}

func oneByte(encoding string) bool {
	for _, prefix := range [...]string{
		"latin", "iso-8859-", "iso8859-", "cp125", "windows-125", "koi8-", "ascii",
		"us-ascii", "mac-roman", "l1",
	} {
		if strings.HasPrefix(encoding, prefix) {
			return true
		}
	}
	return false
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func latin1(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// lines appends the start of each line to to, and reports whether the text contains carriage
// returns.
func lines(text string, to []token.Pos) (starts []token.Pos, carriage bool) {
	starts = append(slices.Grow(to, 1+strings.Count(text, "\n")), 0)
	carriage = strings.IndexByte(text, '\r') >= 0
	if carriage {
		for i := 0; i < len(text); i++ {
			if n := lexer.Newline(text, i); n > 0 {
				i += n - 1
				starts = append(starts, token.Pos(i+1))
			}
		}
		return starts, true
	}
	for i := 0; ; {
		j := strings.IndexByte(text[i:], '\n')
		if j < 0 {
			return starts, false
		}
		i += j + 1
		starts = append(starts, token.Pos(i))
	}
}
