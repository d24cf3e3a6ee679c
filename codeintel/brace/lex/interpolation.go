package lex

// maxHoles is how deeply strings with expressions in them are followed.
const maxHoles = 50

// marked reads what begins with $ or @: a string, or @name.
func (l *lexer) marked() {
	start, h := l.at, hole{}
	for ; l.peek(0) == '$' || l.peek(0) == '@'; l.at++ {
		if l.peek(0) == '$' {
			h.dollars++
		} else {
			h.verbatim = true
		}
	}
	if l.peek(0) != '"' {
		if h.dollars > 0 || !IsLetter(l.peek(0)) {
			l.emit(Punct, start)
			return
		}
		l.skipName()
		l.emit(Ident, start)
		return
	}
	l.at++
	if n := countOf(l.Text[l.at-1:], '"'); n >= 3 && !h.verbatim {
		h.quotes = n
		l.at += n - 1
	}
	l.inHole(h, start)
}

// inHole reads the text of a string up to its end or its next expression. What
// stands there becomes tokens in parentheses.
func (l *lexer) inHole(h hole, start int) {
	for l.at < len(l.Text) {
		c := l.Text[l.at]
		switch {
		case c == '"' && l.closes(h):
			l.emit(String, start)
			return
		case c == '\\' && !h.verbatim && h.quotes == 0:
			l.at += 2
		case c == '\n' && !h.verbatim && h.quotes == 0:
			l.emit(String, start)
			return
		case c == '{' && h.dollars > 0 && l.opens(h):
			l.emit(String, start)
			if len(l.holes) >= maxHoles {
				return // what follows is read as code
			}
			h.depth = 0
			l.holes = append(l.holes, h)
			l.Tokens = append(l.Tokens, Token{Kind: Punct, first: '(', Start: int32(l.at - 1), End: int32(l.at), Match: -1})
			return
		default:
			l.at++
		}
	}
	l.at = len(l.Text)
	l.emit(String, start)
}

// closes reports quotes that end a string, and moves behind them.
func (l *lexer) closes(h hole) bool {
	n := countOf(l.Text[l.at:], '"')
	switch {
	case h.quotes > 0:
		l.at += n
		return n >= h.quotes
	case h.verbatim && n > 1:
		l.at += n - n%2
		if n%2 == 0 {
			return false
		}
	}
	l.at++
	return true
}

// opens reports braces that begin an expression, and moves behind them.
func (l *lexer) opens(h hole) bool {
	n := countOf(l.Text[l.at:], '{')
	l.at += n
	if h.quotes > 0 {
		return n >= h.dollars
	}
	return n%2 == 1
}

// hole minds the braces of an expression in a string: the last ends it.
func (l *lexer) hole(c byte) bool {
	if len(l.holes) == 0 {
		return false
	}
	h := &l.holes[len(l.holes)-1]
	switch c {
	case '{':
		h.depth++
	case '}':
		if h.depth--; h.depth >= 0 {
			return false
		}
		ended := *h
		l.holes = l.holes[:len(l.holes)-1]
		l.Tokens = append(l.Tokens, Token{Kind: Punct, first: ')', Start: int32(l.at - 1), End: int32(l.at), Match: -1})
		for i := 1; i < ended.dollars && l.peek(0) == '}'; i++ {
			l.at++
		}
		l.inHole(ended, l.at-1)
		return true
	}
	return false
}
