package inspect

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// lineKinds classifies the lines of a file.
type lineKinds struct {
	m     *syntax.Module
	kinds []lineKind
}

// lineKind is the kind of a line. A larger value takes precedence.
type lineKind uint8

const (
	unknownLine lineKind = iota
	commentLine
	codeLine
)

func newLineKinds(m *syntax.Module) *lineKinds {
	l := &lineKinds{m: m, kinds: make([]lineKind, len(m.Lines))}
	for _, c := range m.Comments {
		if c.Own {
			l.kinds[m.Line(c.From)-1] = commentLine
		}
	}
	return l
}

// comment marks the lines of a string statement as comment.
func (l *lineKinds) comment(n syntax.Node) { l.mark(n, commentLine) }

// code marks the lines of a multi-line string as code.
func (l *lineKinds) code(n syntax.Node) {
	if strings.ContainsAny(l.m.Source(n), "\n\r") {
		l.mark(n, codeLine)
	}
}

func (l *lineKinds) mark(n syntax.Node, k lineKind) {
	for line := l.m.Line(n.Pos()); line <= l.m.EndLine(n); line++ {
		l.kinds[line-1] = max(l.kinds[line-1], k)
	}
}

// count returns the number of lines of each kind. An empty last line does not count.
func (l *lineKinds) count() (code, comment, blank int) {
	all := len(l.m.Lines)
	if int(l.m.Lines[all-1]) == len(l.m.Text) {
		all--
	}
	for i := range all {
		end := len(l.m.Text)
		if i+1 < len(l.m.Lines) {
			end = int(l.m.Lines[i+1])
		}
		switch {
		case l.kinds[i] == codeLine:
			code++
		case l.kinds[i] == commentLine:
			comment++
		case strings.Trim(l.m.Text[l.m.Lines[i]:end], " \t\f\r\n") == "":
			blank++
		default:
			code++
		}
	}
	return code, comment, blank
}
