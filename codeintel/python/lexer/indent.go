package lexer

import "github.com/coderef-system/coderefd/codeintel/python/token"

const tabSize = 8

// indentation reads the blanks that begin a logical line, past lines without code,
// and reports whether it made a token: an indent or dedent.
func (l *Lexer) indentation() bool {
	text := l.Text
	i := int(l.Pos)
	column := Indent(0)
	continued := false // the line goes on from one that ends in a backslash
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

// indentTo compares the column in which a line begins with the blocks that are
// open.
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
		// It is the column of no block: the innermost one that it can belong to goes on.
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

// Column returns the column of a place in the way of indentation.
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
