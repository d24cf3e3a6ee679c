package syntax

const tabSize = 8

// indentation reads the blanks that begin a logical line, past lines without code,
// and reports whether it made a token: an indent or dedent.
func (l *lexer) indentation() bool {
	text := l.text
	i := int(l.pos)
	column := indent(0)
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
			if n := newline(text, i+1); n > 0 {
				i += 1 + n
				continued = true
				continue
			}
		}
		break
	}
	l.pos = Pos(i)
	if i == len(text) {
		l.end()
		return true
	}
	return l.indentTo(column)
}

// indentTo compares the column in which a line begins with the blocks that are
// open.
func (l *lexer) indentTo(column indent) bool {
	top := len(l.indents) - 1
	if column == l.indents[top] {
		return false
	}
	if column > l.indents[top] {
		l.indents = append(l.indents, column)
		l.tok = token{tokIndent, l.pos, l.pos}
		return true
	}
	for top > 0 && l.indents[top-1] >= column {
		top--
		l.dedents++
	}
	if column < l.indents[top] {
		// It is the column of no block: the innermost one that it can belong to goes on.
		l.unindent = true
		l.indents[top] = column
	}
	l.indents = l.indents[:top+1]
	if l.dedents == 0 {
		return false
	}
	l.dedents--
	l.tok = token{tokDedent, l.pos, l.pos}
	return true
}
