package outline

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// docstring returns the text of the documentation comment of a declaring node, or "".
// If the node is the only declaration of its statement, the comment precedes the
// statement.
func (o *File) docstring(n *tsgo.Node) string {
	host := documentedNode(n)
	comment := lastDocumentation(o.Source.Text()[host.Pos():max(host.Pos(), tsgo.TokenStart(host, o.Source))])
	return stripComment(comment)
}

// documentedNode returns the node that the documentation comment of a declaration
// precedes.
func documentedNode(n *tsgo.Node) *tsgo.Node {
	for n.Parent != nil {
		switch n.Parent.Kind {
		case tsgo.KindVariableDeclaration, tsgo.KindVariableDeclarationList, tsgo.KindVariableStatement,
			tsgo.KindExpressionStatement, tsgo.KindBinaryExpression, tsgo.KindParenthesizedExpression,
			tsgo.KindBindingElement, tsgo.KindObjectBindingPattern, tsgo.KindArrayBindingPattern:
			if isFirst(n) {
				n = n.Parent
				continue
			}
		}
		break
	}
	return n
}

// isFirst reports whether n is the first declaration in its parent. The comment of a
// variable statement documents its first variable.
func isFirst(n *tsgo.Node) bool {
	switch p := n.Parent; p.Kind {
	case tsgo.KindVariableDeclarationList:
		return p.AsVariableDeclarationList().Declarations.Nodes[0] == n
	case tsgo.KindObjectBindingPattern, tsgo.KindArrayBindingPattern:
		return false
	}
	return true
}

// lastDocumentation returns the last /** comment in a text of white space and comments,
// or "".
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

// stripComment removes the comment marks and the common indentation from a
// documentation comment. The first line does not count for the indentation.
func stripComment(comment string) string {
	if comment == "" {
		return ""
	}
	body := strings.TrimSuffix(strings.TrimPrefix(comment, "/**"), "*/")
	first, rest, _ := strings.Cut(body, "\n")
	var buffer [64]string // avoids an allocation for most comments
	lines := append(buffer[:0], strings.TrimRight(strings.TrimLeft(first, " \t*"), " \t\r"))
	indent := -1
	for line := range strings.Lines(rest) {
		line = stripMark(line)
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
		return strings.Clone(lines[0]) // does not keep the text of the file in memory
	}
	return strings.Join(lines, "\n")
}

// stripMark removes trailing white space and the leading asterisk from a line of a
// documentation comment.
func stripMark(line string) string {
	line = strings.TrimRight(line, " \t\r\n")
	if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "*"); ok {
		return rest
	}
	return line
}
