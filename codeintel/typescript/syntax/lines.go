package syntax

import (
	"slices"
	"strings"
)

// LineStarts are the offsets of a text at which its lines begin, as ECMAScript
// counts lines.
type LineStarts []int

// Characters beside \n and \r that end a line.
const (
	separator          = "\u2028"
	paragraphSeparator = "\u2029"
)

// NewLineStarts finds the lines of a text. Most texts have newlines only, which are
// found faster than the parser finds all that may end a line.
func NewLineStarts(text string) LineStarts {
	starts := make(LineStarts, 1, 1+strings.Count(text, "\n"))
	others := strings.IndexByte(text, '\r') >= 0 || strings.Contains(text, separator) || strings.Contains(text, paragraphSeparator)
	for from := 0; ; {
		next := nextLine(text[from:], others)
		if next < 0 {
			return starts
		}
		from += next
		starts = append(starts, from)
	}
}

// nextLine returns where the next line of a text begins, or -1.
func nextLine(text string, others bool) int {
	if !others {
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			return i + 1
		}
		return -1
	}
	for i := range len(text) {
		switch rest := text[i:]; {
		case rest[0] == '\n', rest[0] == '\r' && !strings.HasPrefix(rest, "\r\n"):
			return i + 1
		case rest[0] == separator[0] && (strings.HasPrefix(rest, separator) || strings.HasPrefix(rest, paragraphSeparator)):
			return i + len(separator)
		}
	}
	return -1
}

// Line returns the line, from 1, of an offset.
func (s LineStarts) Line(offset int) int {
	line, begins := slices.BinarySearch(s, offset)
	if begins {
		return line + 1
	}
	return line
}
