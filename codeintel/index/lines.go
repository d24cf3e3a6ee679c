package index

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/typescript"
)

// LineStarts returns the byte offsets at which the lines of a text begin, by the rules of the
// file's language. ECMAScript has more line terminators than \n, and counts an empty last line.
func LineStarts(file, text string) []int {
	ecmaScript := typescript.Language{}.IsSource(file)
	starts := []int{0}
	for i, r := range text {
		switch {
		case r == '\n' && (ecmaScript || i+1 < len(text)):
			starts = append(starts, i+1)
		case !ecmaScript:
		case r == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			starts = append(starts, i+1)
		case r == '\u2028', r == '\u2029':
			starts = append(starts, i+len("\u2028"))
		}
	}
	return starts
}
