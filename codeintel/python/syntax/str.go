package syntax

import "strings"

// str reads a string literal that begins at from and whose quotes begin at quote.
// Of one with replacement fields it reads the opening quotes.
func (l *lexer) str(from, quote, prefix int) {
	n := quotes(l.text, quote)
	if prefix&(formatPrefix|templatePrefix) != 0 {
		l.tok = token{tokJoined, Pos(from), Pos(quote + n)}
		l.pos = Pos(quote + n)
		return
	}
	k := tokString
	if prefix&bytesPrefix != 0 {
		k = tokBytes
	}
	end, ok := l.closing(quote+n, l.text[quote], n)
	if !ok {
		k = tokInvalid
		l.lexError = "unterminated string literal"
	}
	l.tok = token{k, Pos(from), Pos(end)}
	l.pos = Pos(end)
}

// quotes returns how many quotes a literal at i begins with: 1 or 3.
func quotes(text string, i int) int {
	if i+2 < len(text) && text[i+1] == text[i] && text[i+2] == text[i] {
		return 3
	}
	return 1
}

// closing returns where the literal ends whose content begins at i: behind its n
// closing quotes, or, if it has none, at the end of the line or file.
func (l *lexer) closing(i int, quote byte, n int) (end int, ok bool) {
	if n == 3 {
		return l.closingThree(i, quote)
	}
	text := l.text
	for i < len(text) {
		switch c := text[i]; c {
		case quote:
			return i + 1, true
		case '\n', '\r':
			return i, false
		case '\\':
			i++
			if n := newline(text, i); n > 0 {
				i += n
				continue
			}
		}
		i++
	}
	return len(text), false
}

func (l *lexer) closingThree(i int, quote byte) (end int, ok bool) {
	text := l.text
	q := i - 1 // the next quote, once it is looked for
	for i < len(text) {
		if q < i {
			if q = index(text, i, quote); q == len(text) {
				break
			}
		}
		// What comes before the quote is looked at once.
		if b := strings.IndexByte(text[i:q], '\\'); b >= 0 {
			i += b + 2
			continue
		}
		if quotes(text, q) == 3 {
			return q + 3, true
		}
		i = q + 1
	}
	return len(text), false
}

// index returns where c next stands in text from i on, or its length.
func index(text string, i int, c byte) int {
	if j := strings.IndexByte(text[i:], c); j >= 0 {
		return i + j
	}
	return len(text)
}
