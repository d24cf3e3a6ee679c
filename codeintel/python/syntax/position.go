package syntax

import (
	"sort"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Line returns the line of a position, starting at 1.
func (m *Module) Line(p token.Pos) int {
	return sort.Search(len(m.Lines), func(i int) bool { return m.Lines[i] > p })
}

// EndLine returns the line of the last character of a node, starting at 1.
func (m *Module) EndLine(n Node) int {
	return m.Line(max(n.Pos(), n.End()-1))
}

// Position returns the line and the column of a position, both starting at 1. The column
// counts UTF-16 units.
func (m *Module) Position(p token.Pos) (line, column int) {
	line = m.Line(p)
	return line, 1 + utf16Len(m.Text[m.Lines[line-1]:p])
}

// utf16Len counts UTF-16 units. A byte that is not UTF-8 counts as one.
func utf16Len(s string) int {
	n := 0
	for i := 0; i < len(s); n++ {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r > 0xFFFF {
			n++
		}
		i += size
	}
	return n
}

// Source returns the text of a node.
func (m *Module) Source(n Node) string {
	return m.Text[n.Pos():n.End()]
}
