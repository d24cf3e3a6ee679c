package inspect

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// lines classifies the lines of a file as code, comment or blank. It receives the
// tokens and comments in source order.
type lines struct {
	starts        []int
	at            int // line of the last position
	code, comment []bool
}

func newLines(f *tsgo.SourceFile) *lines {
	l := &lines{}
	for _, start := range tsgo.LineStarts(f) {
		l.starts = append(l.starts, int(start))
	}
	l.code, l.comment = make([]bool, len(l.starts)), make([]bool, len(l.starts))
	if strings.HasPrefix(f.Text(), "#!") {
		l.comment[0] = true
	}
	return l
}

// mark marks the lines from one offset to another.
func (l *lines) mark(isComment bool, start, end int) {
	for l.at > 0 && l.starts[l.at] > start {
		l.at--
	}
	of := l.code
	if isComment {
		of = l.comment
	}
	for l.at+1 < len(l.starts) && l.starts[l.at+1] <= start {
		l.at++
	}
	of[l.at] = true
	for l.at+1 < len(l.starts) && l.starts[l.at+1] < end {
		l.at++
		of[l.at] = true
	}
}

// count returns the number of lines of each kind. An empty last line does not count.
func (l *lines) count(text string) (code, comment, blank int) {
	all := len(l.starts)
	if l.starts[all-1] == len(text) {
		all--
	}
	for i := range all {
		switch {
		case l.code[i]:
			code++
		case l.comment[i]:
			comment++
		default:
			blank++
		}
	}
	return code, comment, blank
}

// trimSpace narrows a range to the text without surrounding white space.
func trimSpace(text string, start, end int) (from, to int) {
	end = start + len(strings.TrimRight(text[start:end], " \t\r\n"))
	return end - len(strings.TrimLeft(text[start:end], " \t\r\n")), end
}
