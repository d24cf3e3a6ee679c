package syntax

import (
	"slices"
	"strings"
)

// LineStarts are the offsets of a text at which its lines begin. Lines end as in
// ECMAScript.
type LineStarts []int

// The line terminators of ECMAScript other than \n and \r.
const (
	separator          = "\u2028"
	paragraphSeparator = "\u2029"
)

// NewLineStarts finds the lines of a text. It has a fast path for texts whose only line
// terminator is \n.
func NewLineStarts(text string) LineStarts {
	starts := make(LineStarts, 1, 1+strings.Count(text, "\n"))
	others := strings.IndexByte(text, '\r') >= 0 || strings.Contains(text, separator) ||
		strings.Contains(text, paragraphSeparator)
	for from := 0; ; {
		next := nextLine(text[from:], others)
		if next < 0 {
			return starts
		}
		from += next
		starts = append(starts, from)
	}
}

// nextLine returns the offset of the next line of a text, or -1. others is true if the
// text has line terminators other than \n.
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
		case rest[0] == separator[0] &&
			(strings.HasPrefix(rest, separator) || strings.HasPrefix(rest, paragraphSeparator)):
			return i + len(separator)
		}
	}
	return -1
}

// Line returns the line that contains an offset. The first line is 1.
func (s LineStarts) Line(offset int) int {
	line, begins := slices.BinarySearch(s, offset)
	if begins {
		return line + 1
	}
	return line
}
