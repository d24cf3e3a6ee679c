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

// cookie is how a file tells its encoding, in one of its first two lines (PEP 263).
var cookie = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)

// decode returns a file's text in UTF-8, without a byte order mark. Text in an
// encoding of one byte for each character is read as Latin-1, which differs from
// others only in comments and literals. So is text of any other encoding. Where
// bytes should be UTF-8 and are not, bad is the place of the first, else -1.
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

// repaired returns a text whose bytes that are not UTF-8 are read as Latin-1, and
// the place of the first.
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

// declared returns the encoding that a file names, if it is not UTF-8.
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
	for _, prefix := range [...]string{"latin", "iso-8859-", "iso8859-", "cp125", "windows-125", "koi8-", "ascii", "us-ascii", "mac-roman", "l1"} {
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

// lines appends where the lines of a text begin, and tells whether it has carriage
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
