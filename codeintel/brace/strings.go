package brace

import (
	"strings"
	"unicode/utf8"
)

// maxQuotes bounds the quotes that begin one string.
const maxQuotes = 100

// quoted reads a string that begins with ", whatever kind it is.
func (l *lexer) quoted() {
	start, quotes := l.at, 0
	if l.textBlocks || l.interpolated {
		quotes = countOf(l.text[l.at:min(l.at+maxQuotes, len(l.text))], '"')
	}
	switch {
	case l.textBlocks && quotes >= 3:
		l.at = textBlockEnd(l.text, l.at+3)
		l.emit(str, start)
	case l.interpolated && quotes >= 3:
		l.at += quotes
		l.inHole(hole{quotes: quotes}, start)
	default:
		l.at = l.stringEnd(l.at+1, '"')
		l.emit(str, start)
	}
}

// stringEnd returns the end of a string with backslashes whose content begins at i.
// Where it may not hold line ends, it ends at one all the same.
func (l *lexer) stringEnd(i int, quote byte) int {
	for i < len(l.text) {
		switch c := l.text[i]; {
		case c == quote:
			return i + 1
		case c == '\\':
			if i++; i < len(l.text) && l.text[i] == '\r' {
				i++
			}
			i++
			continue
		case c == '\n' && (!l.multiline || quote != '"'):
			return i
		}
		i++
	}
	return len(l.text)
}

// textBlockEnd returns the end of a text block whose content begins at i.
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

// quote reads a character, or in Rust a lifetime.
func (l *lexer) quote() {
	start := l.at
	if l.lifetimes && !l.isCharacter() {
		l.at++
		l.skipName()
		l.emit(lifetime, start)
		return
	}
	l.at = l.stringEnd(l.at+1, '\'')
	l.emit(char, start)
}

// isCharacter tells 'a' from 'a.
func (l *lexer) isCharacter() bool {
	if l.peek(1) == '\\' {
		return true
	}
	_, size := utf8.DecodeRuneInString(l.text[min(l.at+1, len(l.text)):])
	return size > 0 && l.peek(1+size) == '\''
}

// rustRaw reads r"", r#""#, br"" and cr"".
func rustRaw(text string, at int) (end int, ok bool) {
	i := at
	if text[i] == 'b' || text[i] == 'c' {
		i++
	}
	if i >= len(text) || text[i] != 'r' {
		return 0, false
	}
	hashes := countOf(text[i+1:], '#')
	i += 1 + hashes
	if i >= len(text) || text[i] != '"' {
		return 0, false
	}
	return rawEnd(text, i+1, `"`+text[i-hashes:i]), true
}

// cppRaw reads R"x(...)x" with any prefix.
func cppRaw(text string, at int) (end int, ok bool) {
	i := at
	for _, prefix := range []string{"u8", "u", "U", "L"} {
		if strings.HasPrefix(text[i:], prefix+"R") {
			i += len(prefix)
			break
		}
	}
	if !strings.HasPrefix(text[i:], `R"`) {
		return 0, false
	}
	open := strings.IndexByte(text[i:min(i+20, len(text))], '(')
	if open < 0 {
		return 0, false
	}
	return rawEnd(text, i+open+1, ")"+text[i+2:i+open]+`"`), true
}

// rawEnd returns the end of a string that only its mark ends.
func rawEnd(text string, i int, mark string) int {
	if end := strings.Index(text[i:], mark); end >= 0 {
		return i + end + len(mark)
	}
	return len(text)
}

// countOf returns how often a byte stands at the beginning of a text.
func countOf(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}
