package syntax

import (
	"strings"
	"testing"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// TestLineStartsMatchParser checks that each offset has the same line as in the parser.
func TestLineStartsMatchParser(t *testing.T) {
	for _, text := range []string{
		"", "\n", "a", "a\nb\n\nc", "\r", "a\r\nb\rc\n\rd\r\n", "a\u2028b\u2029\n", "\u2027\u2028", "é\u2028\r\u2028",
		strings.Repeat("ü\n", 100) + "\r",
	} {
		file, lines := tsgo.Parse("/a.ts", text), NewLineStarts(text)
		for offset := range len(text) + 1 {
			if got, want := lines.Line(offset), tsgo.LineOf(file, offset); got != want {
				t.Errorf("%q, offset %d: got line %d, want %d", text, offset, got, want)
			}
		}
	}
}
