package outline

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// docstring returns the text of the documentation comment before a declaring node,
// or before the statement that it is all of; "" without one.
func (o *File) docstring(n *tsgo.Node) string {
	host := documented(n)
	comment := lastDocumentation(o.Source.Text()[host.Pos():max(host.Pos(), tsgo.TokenStart(host, o.Source))])
	return undecorated(comment)
}

// documented returns the node before which the documentation of a declaration stands.
func documented(n *tsgo.Node) *tsgo.Node {
	for n.Parent != nil {
		switch n.Parent.Kind {
		case tsgo.KindVariableDeclaration, tsgo.KindVariableDeclarationList, tsgo.KindVariableStatement, tsgo.KindExpressionStatement,
			tsgo.KindBinaryExpression, tsgo.KindParenthesizedExpression, tsgo.KindBindingElement, tsgo.KindObjectBindingPattern, tsgo.KindArrayBindingPattern:
			if firstIn(n) {
				n = n.Parent
				continue
			}
		}
		break
	}
	return n
}

// firstIn reports a node that no other of its kind stands before: of several
// variables, the documentation of the statement is that of the first.
func firstIn(n *tsgo.Node) bool {
	switch p := n.Parent; p.Kind {
	case tsgo.KindVariableDeclarationList:
		return p.AsVariableDeclarationList().Declarations.Nodes[0] == n
	case tsgo.KindObjectBindingPattern, tsgo.KindArrayBindingPattern:
		return false
	}
	return true
}

// lastDocumentation returns the last /** comment of a text that consists of spaces
// and comments.
func lastDocumentation(trivia string) string {
	last := ""
	for {
		i := strings.IndexByte(trivia, '/')
		if i < 0 || i+1 >= len(trivia) {
			return last
		}
		trivia = trivia[i:]
		if trivia[1] == '/' {
			if _, rest, ok := strings.Cut(trivia, "\n"); ok {
				trivia = rest
				continue
			}
			return last
		}
		end := strings.Index(trivia[2:], "*/")
		if trivia[1] != '*' || end < 0 {
			return last
		}
		if comment := trivia[:end+4]; strings.HasPrefix(comment, "/**") && len(comment) > len("/**/") {
			last = comment
		}
		trivia = trivia[end+4:]
	}
}

// undecorated strips a documentation comment of its marks and of the indentation
// that its lines have in common; the first has none of its own.
func undecorated(comment string) string {
	if comment == "" {
		return ""
	}
	body := strings.TrimSuffix(strings.TrimPrefix(comment, "/**"), "*/")
	first, rest, _ := strings.Cut(body, "\n")
	var most [64]string // spares all but the longest comments an allocation
	lines := append(most[:0], strings.TrimRight(strings.TrimLeft(first, " \t*"), " \t\r"))
	indent := -1
	for line := range strings.Lines(rest) {
		line = withoutMark(line)
		lines = append(lines, line)
		if text := strings.TrimLeft(line, " \t"); text != "" && (indent < 0 || len(line)-len(text) < indent) {
			indent = len(line) - len(text)
		}
	}
	for i, line := range lines[1:] {
		lines[1+i] = line[min(max(indent, 0), len(line)):]
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 1 {
		return strings.Clone(lines[0]) // does not keep the file's text
	}
	return strings.Join(lines, "\n")
}

// withoutMark strips a line of a documentation comment of its end and its asterisk.
func withoutMark(line string) string {
	line = strings.TrimRight(line, " \t\r\n")
	if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "*"); ok {
		return rest
	}
	return line
}
