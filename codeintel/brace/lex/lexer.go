package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// New splits the text of the file at path into tokens and matches its brackets. The
// error is [facts.ErrTooDeep] when brackets nest too deeply.
func New(path, text string, rules *Rules) (*Source, error) {
	s := &Source{Path: path, Text: text, rules: rules}
	l := lexer{Source: s, begins: true}
	s.Tokens = make([]Token, 0, len(s.Text)/5+8)
	s.findLines()
	if strings.HasPrefix(s.Text, "\ufeff") {
		l.at = len("\ufeff")
	}
	if strings.HasPrefix(s.Text, "#!") && !strings.HasPrefix(s.Text, "#![") {
		l.skipLine()
	}
	for l.at < len(s.Text) {
		l.next()
	}
	if err := s.matchBrackets(); err != nil {
		return nil, err
	}
	return s, nil
}

// next reads one token, comment, directive or space.
func (l *lexer) next() {
	c := l.Text[l.at]
	switch {
	case c == '\n':
		l.at++
		l.begins = true
		return
	case c <= ' ':
		l.at++
		return
	case c == '/' && l.peek(1) == '/':
		start := l.at
		l.skipLine()
		l.comment(start)
		return
	case c == '/' && l.peek(1) == '*':
		start := l.at
		l.at = l.blockComment(l.at)
		l.comment(start)
		return
	case c == '#' && l.rules.Preprocessor && l.begins:
		l.directive()
		return
	}
	l.begins = false
	switch {
	case IsLetter(c):
		l.nameOrString()
	case c >= '0' && c <= '9':
		l.number()
	case c == '"':
		l.quoted()
	case c == '\'':
		l.quote()
	case c >= utf8.RuneSelf:
		if r, size := utf8.DecodeRuneInString(l.Text[l.at:]); unicode.IsLetter(r) {
			l.nameOrString()
		} else {
			l.at += size
		}
	case l.rules.Interpolation && (c == '$' || c == '@'):
		l.prefixedString()
	default:
		l.operator(c)
	}
}

// nameOrString reads a name, or a string or character with a prefix.
func (l *lexer) nameOrString() {
	start := l.at
	if l.rules.RawString != nil {
		if end, ok := l.rules.RawString(l.Text, l.at); ok {
			l.at = end
			l.emit(String, start)
			return
		}
	}
	if mark := l.rules.NameMark; mark != "" && strings.HasPrefix(l.Text[l.at:], mark) && IsLetter(l.peek(len(mark))) {
		l.at += len(mark)
	}
	l.skipName()
	if l.at < len(l.Text) {
		switch prefix := l.Text[start:l.at]; { // L"", b'x'
		case l.Text[l.at] == '"' && l.rules.StringPrefixes[prefix]:
			l.quoted()
			l.Tokens[len(l.Tokens)-1].Start = int32(start)
			return
		case l.Text[l.at] == '\'' && l.rules.CharPrefixes[prefix]:
			l.quote()
			l.Tokens[len(l.Tokens)-1].Start = int32(start)
			return
		}
	}
	l.emit(Ident, start)
}

// number reads a number.
func (l *lexer) number() {
	start := l.at
	for l.at < len(l.Text) {
		c := l.Text[l.at]
		switch {
		case IsLetter(c), c >= '0' && c <= '9':
		case c == '.' && l.peek(1) >= '0' && l.peek(1) <= '9':
		case c == '\'' && l.rules.Separators && (IsLetter(l.peek(1)) || l.peek(1) >= '0' && l.peek(1) <= '9'):
		case (c == '+' || c == '-') && exponent(l.Text[start:l.at]) && l.peek(1) >= '0' && l.peek(1) <= '9':
		default:
			l.emit(Number, start)
			return
		}
		l.at++
	}
	l.emit(Number, start)
}

// exponent reports whether s, the beginning of a number, ends in the e or p of an exponent.
func exponent(s string) bool {
	last := s[len(s)-1] | 0x20
	hex := len(s) > 1 && s[1]|0x20 == 'x'
	return last == 'e' && !hex || last == 'p' && hex
}

// operator reads punctuation. Only operators that a reader looks for become one token;
// the characters of others are separate tokens. A > is part of an operator only in
// arrows, because it may close a list of types.
func (l *lexer) operator(c byte) {
	start := l.at
	l.at++
	next := l.peek(0)
	switch {
	case c == ':' && next == ':', c == '-' && next == '>', c == '=' && (next == '>' || next == '='),
		c == '&' && next == '&', c == '|' && next == '|', c == '?' && (next == '?' || next == '.'),
		c == '!' && next == '=', c == '<' && next == '=', c == '.' && next == '.', c == '#' && next == '#',
		strings.IndexByte("+-*/%&|^", c) >= 0 && next == '=':
		if c == '?' && next == '.' && l.peek(1) >= '0' && l.peek(1) <= '9' {
			break // a ? .5 : 1
		}
		l.at++
		if c == '.' && l.peek(0) == '.' {
			l.at++
		}
	}
	if l.expressionBrace(c) {
		return
	}
	l.emit(Punct, start)
}
