package lex

// maxInterpolated is the maximal nesting of strings that contain expressions.
const maxInterpolated = 50

// prefixedString reads a string that begins with $ or @, or a name that begins with @.
func (l *lexer) prefixedString() {
	start, h := l.at, interpolated{}
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
	l.stringText(h, start)
}

// stringText reads the text of a string up to its end or its next expression. The
// tokens of an expression are enclosed in parentheses.
func (l *lexer) stringText(h interpolated, start int) {
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
			if len(l.strings) >= maxInterpolated {
				return // the rest is read as code
			}
			h.depth = 0
			l.strings = append(l.strings, h)
			l.Tokens = append(l.Tokens, Token{
				Kind: Punct, first: '(', Start: int32(l.at - 1), End: int32(l.at), Match: -1,
			})
			return
		default:
			l.at++
		}
	}
	l.at = len(l.Text)
	l.emit(String, start)
}

// closes reports whether the quotes at the current offset end the string, and moves
// past them.
func (l *lexer) closes(h interpolated) bool {
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

// opens reports whether the braces at the current offset begin an expression, and moves
// past them.
func (l *lexer) opens(h interpolated) bool {
	n := countOf(l.Text[l.at:], '{')
	l.at += n
	if h.quotes > 0 {
		return n >= h.dollars
	}
	return n%2 == 1
}

// expressionBrace handles a brace in an expression of a string and reports whether it
// ends the expression.
func (l *lexer) expressionBrace(c byte) bool {
	if len(l.strings) == 0 {
		return false
	}
	h := &l.strings[len(l.strings)-1]
	switch c {
	case '{':
		h.depth++
	case '}':
		if h.depth--; h.depth >= 0 {
			return false
		}
		ended := *h
		l.strings = l.strings[:len(l.strings)-1]
		l.Tokens = append(l.Tokens, Token{Kind: Punct, first: ')', Start: int32(l.at - 1), End: int32(l.at), Match: -1})
		for i := 1; i < ended.dollars && l.peek(0) == '}'; i++ {
			l.at++
		}
		l.stringText(ended, l.at-1)
		return true
	}
	return false
}
