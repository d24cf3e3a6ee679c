package output

import (
	"fmt"
	"strings"
	"unicode"
)

// Clean makes text of other origin safe for a terminal. Control characters could move the cursor, and
// bidirectional controls could change the visible order of text. They are escaped, except line ends and tabs.
func Clean(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// OneLine returns the first sentence of a text, cleaned and cut to limit characters.
func OneLine(s string, limit int) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if sentence, _, ok := strings.Cut(s, ". "); ok {
		s = sentence
	}
	return Cut(Clean(strings.TrimSuffix(strings.TrimSpace(s), ".")), limit)
}

// Cut cuts a text to limit characters. An ellipsis at the end shows that it was cut.
func Cut(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		s = strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return s
}

// Dash replaces an empty cell by a dash and cleans any other, so that all rows have the same number of columns.
func Dash(s string) string {
	if s == "" {
		return "-"
	}
	return Clean(s)
}

// Word converts an enum value for people: SERVER_STATE_READY with the prefix SERVER_STATE_ becomes ready.
func Word(value, prefix string) string { return strings.ToLower(strings.TrimPrefix(value, prefix)) }

// YesNo returns yes or no.
func YesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Count returns a number with its noun. The plural of the noun ends in s.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
