package lexer

import "github.com/coderef-system/coderefd/codeintel/python/token"

const tabSize = 8

// indentation reads the whitespace at the start of a logical line, skipping lines without
// code. It reports whether it produced a token: an indent or a dedent.
func (l *Lexer) indentation() bool {
	text := l.Text
	i := int(l.Pos)
	column := Indent(0)
	continued := false // the previous line ends in a backslash
	for i < len(text) {
		switch c := text[i]; c {
		case ' ':
			i++
			if !continued {
				column++
			}
			continue
		case '\t':
			i++
			if !continued {
				column = (column/tabSize + 1) * tabSize
			}
			continue
		case '\f':
			i++
			if !continued {
				column = 0
			}
			continue
		case '\n', '\r':
			i++
			column, continued = 0, false
			continue
		case '#':
			i = l.comment(i)
			continue
		case '\\':
			if n := Newline(text, i+1); n > 0 {
				i += 1 + n
				continued = true
				continue
			}
		}
		break
	}
	l.Pos = token.Pos(i)
	if i == len(text) {
		l.end()
		return true
	}
	return l.indentTo(column)
}

// indentTo compares the column of the first token of a line with the columns of the open
// blocks.
func (l *Lexer) indentTo(column Indent) bool {
	top := len(l.Indents) - 1
	if column == l.Indents[top] {
		return false
	}
	if column > l.Indents[top] {
		l.Indents = append(l.Indents, column)
		l.Tok = token.Token{Kind: token.Indent, From: l.Pos, To: l.Pos}
		return true
	}
	for top > 0 && l.Indents[top-1] >= column {
		top--
		l.dedents++
	}
	if column < l.Indents[top] {
		// No open block has this column: continue the innermost block that can contain the
		// line.
		l.Unindent = true
		l.Indents[top] = column
	}
	l.Indents = l.Indents[:top+1]
	if l.dedents == 0 {
		return false
	}
	l.dedents--
	l.Tok = token.Token{Kind: token.Dedent, From: l.Pos, To: l.Pos}
	return true
}

// Column returns the indentation column of a position.
func (l *Lexer) Column(at token.Pos) Indent {
	start := at
	for start > 0 && l.Text[start-1] != '\n' && l.Text[start-1] != '\r' {
		start--
	}
	column := Indent(0)
	for _, c := range []byte(l.Text[start:at]) {
		switch c {
		case '\t':
			column = (column/tabSize + 1) * tabSize
		case '\f':
			column = 0
		default:
			column++
		}
	}
	return column
}
