package lex

import (
	"strings"
	"unicode/utf8"
)

// maxQuotes is the maximal number of quotes that open a string.
const maxQuotes = 100

// quoted reads a string of any kind that begins with ".
func (l *lexer) quoted() {
	start, quotes := l.at, 0
	if l.rules.TextBlocks || l.rules.Interpolation {
		quotes = countOf(l.Text[l.at:min(l.at+maxQuotes, len(l.Text))], '"')
	}
	switch {
	case l.rules.TextBlocks && quotes >= 3:
		l.at = textBlockEnd(l.Text, l.at+3)
		l.emit(String, start)
	case l.rules.Interpolation && quotes >= 3:
		l.at += quotes
		l.stringText(interpolated{quotes: quotes}, start)
	default:
		l.at = l.stringEnd(l.at+1, '"')
		l.emit(String, start)
	}
}

// textBlockEnd returns the end of the text block whose content begins at offset i.
func textBlockEnd(text string, i int) int {
	for i < len(text) {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], `"""`):
			return i + 3
		}
		i++
	}
	return len(text)
}

// quote reads a character or a lifetime.
func (l *lexer) quote() {
	start := l.at
	if l.rules.Lifetimes && !l.isCharacter() {
		l.at++
		l.skipName()
		l.emit(Lifetime, start)
		return
	}
	l.at = l.stringEnd(l.at+1, '\'')
	l.emit(Char, start)
}

// isCharacter distinguishes the character 'a' from the lifetime 'a.
func (l *lexer) isCharacter() bool {
	if l.peek(1) == '\\' {
		return true
	}
	_, size := utf8.DecodeRuneInString(l.Text[min(l.at+1, len(l.Text)):])
	return size > 0 && l.peek(1+size) == '\''
}
