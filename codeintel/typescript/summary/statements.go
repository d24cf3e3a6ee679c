package summary

import (
	"slices"
	"sort"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// SameStatement reports whether two statements have the same text, the same start
// column and the same hidden bodies.
func SameStatement(before *File, a *tsgo.Node, now *File, b *tsgo.Node) bool {
	if before.Source.Text()[a.Pos():a.End()] != now.Source.Text()[b.Pos():b.End()] {
		return false
	}
	_, columnA := tsgo.LineColumnOf(before.Source, a.Pos())
	_, columnB := tsgo.LineColumnOf(now.Source, b.Pos())
	return columnA == columnB && slices.EqualFunc(before.hiddenIn(a), now.hiddenIn(b), func(x, y *body) bool {
		return x.node.Pos()-a.Pos() == y.node.Pos()-b.Pos()
	})
}

// hiddenIn returns the hidden bodies in a statement.
func (t *File) hiddenIn(n *tsgo.Node) []*body {
	first := sort.Search(len(t.hidden), func(i int) bool { return t.hidden[i].node.Pos() >= n.Pos() })
	last := sort.Search(len(t.hidden), func(i int) bool { return t.hidden[i].node.Pos() >= n.End() })
	return t.hidden[first:last]
}

// DeclsByStatement returns, for every top-level statement, the indexes of the
// declarations in it.
func (t *File) DeclsByStatement() [][]int {
	statements := t.Source.Statements.Nodes
	first := make([]int, len(t.Decls)) // offset of the first declaring node
	for i := range first {
		first[i] = len(t.Source.Text()) + 1
	}
	for n, decl := range t.ByNode {
		first[decl] = min(first[decl], n.Pos())
	}
	lists := make([][]int, len(statements))
	for decl, pos := range first {
		if i := t.statementAt(pos); i >= 0 {
			lists[i] = append(lists[i], decl)
		}
	}
	return lists
}

// statementAt returns the index of the statement that contains an offset, or -1.
func (t *File) statementAt(pos int) int {
	statements := t.Source.Statements.Nodes
	i := sort.Search(len(statements), func(i int) bool { return statements[i].End() > pos })
	if i == len(statements) || statements[i].Pos() > pos {
		return -1
	}
	return i
}

// Mentioning returns, for every top-level statement, whether one of the names occurs in
// its text.
func (t *File) Mentioning(names map[string]bool) []bool {
	found := make([]bool, len(t.Source.Statements.Nodes))
	text := t.Source.Text()
	for name := range names {
		name = syntax.LastSegment(name)
		written := false
		for at := 0; name != "" && at < len(text); {
			i := strings.Index(text[at:], name)
			if i < 0 {
				break
			}
			at += i
			if s := t.statementAt(at); s >= 0 {
				if isWord(text, at, at+len(name)) {
					found[s], written = true, true
					at = t.Source.Statements.Nodes[s].End()
					continue
				}
			}
			at += len(name)
		}
		if _, escaped := tsgo.IdentifierTexts(t.Source)[name]; escaped && !written {
			for i := range found {
				found[i] = true
			}
		}
	}
	return found
}

// isWord reports whether the text between two offsets is a whole identifier.
func isWord(text string, from, end int) bool {
	return (from == 0 || !isNamePart(text[from-1])) && (end == len(text) || !isNamePart(text[end]))
}

func isNamePart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
