package lexer

import "github.com/coderef-system/coderefd/codeintel/python/token"

// Next reads the next token into l.Tok.
func (l *Lexer) Next() {
	if l.Tok.Kind > token.LastSynthetic {
		l.Prev = l.Tok.To
	}
	if l.dedents > 0 {
		l.dedents--
		l.Tok = token.Token{Kind: token.Dedent, From: l.Pos, To: l.Pos}
		return
	}
	if l.LineStart {
		l.LineStart = false
		if l.indentation() {
			return
		}
	}
	l.read()
}

// read reads the next token after the indentation.
func (l *Lexer) read() {
	text := l.Text
	i := int(l.Pos)
	for i < len(text) {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\f':
			i++
		case class[c]&letter != 0:
			l.word(i)
			return
		case c == '\n' || c == '\r':
			if l.Depth > 0 {
				i++
				continue
			}
			l.Tok = token.Token{Kind: token.Newline, From: token.Pos(i), To: token.Pos(i)}
			i++
			if c == '\r' && i < len(text) && text[i] == '\n' {
				i++
			}
			l.Pos = token.Pos(i)
			l.LineStart = true
			return
		case c == '#':
			i = l.comment(i)
		case c == '\\':
			n := Newline(text, i+1)
			if n == 0 {
				l.invalid(i, "unexpected character after line continuation character")
				return
			}
			i += 1 + n
		case c == '"' || c == '\'':
			l.str(i, i, 0)
			return
		case class[c]&digit != 0, c == '.' && i+1 < len(text) && class[text[i+1]]&digit != 0:
			l.number(i)
			return
		default:
			l.operator(i, c)
			return
		}
	}
	l.end()
}
