package brace

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// maxDepth is how deeply brackets may nest.
const maxDepth = 1000

// lexer cuts a text into tokens.
type lexer struct {
	*scan
	at     int
	begins bool // nothing but blanks stands before at in its line
	groups []group
	holes  []hole
}

// lex makes the tokens of a text and matches its brackets.
func (s *scan) lex() error {
	l := lexer{scan: s, begins: true}
	s.tokens = make([]token, 0, len(s.text)/5+8)
	s.findLines()
	if strings.HasPrefix(s.text, "\ufeff") {
		l.at = len("\ufeff")
	}
	if strings.HasPrefix(s.text, "#!") && !strings.HasPrefix(s.text, "#![") {
		l.skipLine()
	}
	for l.at < len(s.text) {
		l.next()
	}
	return s.matchBrackets()
}

func (s *scan) findLines() {
	s.lines = append(make([]int32, 0, len(s.text)/30+1), 0)
	for at := 0; ; {
		i := strings.IndexByte(s.text[at:], '\n')
		if i < 0 {
			return
		}
		at += i + 1
		if at < len(s.text) {
			s.lines = append(s.lines, int32(at))
		}
	}
}

// next reads one token, comment, directive or blank.
func (l *lexer) next() {
	c := l.text[l.at]
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
	case c == '#' && l.preprocessor && l.begins:
		l.directive()
		return
	}
	l.begins = false
	switch {
	case isLetter(c):
		l.nameOrString()
	case c >= '0' && c <= '9':
		l.number()
	case c == '"':
		l.quoted()
	case c == '\'':
		l.quote()
	case c >= utf8.RuneSelf:
		if r, size := utf8.DecodeRuneInString(l.text[l.at:]); unicode.IsLetter(r) {
			l.nameOrString()
		} else {
			l.at += size
		}
	case l.interpolated && (c == '$' || c == '@'):
		l.marked()
	default:
		l.operator(c)
	}
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

func (l *lexer) emit(k kind, start int) {
	l.tokens = append(l.tokens, token{kind: k, first: l.text[start], start: int32(start), end: int32(l.at), match: -1})
}

func (l *lexer) comment(start int) {
	l.comments = append(l.comments, comment{int32(start), int32(l.at)})
}

// skipLine moves to the end of the line; in C, behind those that are continued.
func (l *lexer) skipLine() {
	for {
		i := strings.IndexByte(l.text[l.at:], '\n')
		if i < 0 {
			l.at = len(l.text)
			return
		}
		l.at += i
		if !l.defines || !continued(l.text[:l.at]) {
			return
		}
		l.at++
	}
}

// continued reports a line that ends in a backslash.
func continued(line string) bool { return strings.HasSuffix(strings.TrimSuffix(line, "\r"), "\\") }

// blockComment returns the end of a comment that begins at i.
func (l *lexer) blockComment(i int) int {
	if !l.nestedComments {
		if end := strings.Index(l.text[i+2:], "*/"); end >= 0 {
			return i + 2 + end + 2
		}
		return len(l.text)
	}
	depth := 0
	for i < len(l.text) {
		switch {
		case strings.HasPrefix(l.text[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(l.text[i:], "*/"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return i
}

func (l *lexer) nameOrString() {
	start := l.at
	if l.rawString != nil {
		if end, ok := l.rawString(l.text, l.at); ok {
			l.at = end
			l.emit(str, start)
			return
		}
	}
	if l.rawNames && strings.HasPrefix(l.text[l.at:], "r#") && isLetter(l.peek(2)) {
		l.at += 2
	}
	l.skipName()
	if l.at < len(l.text) && l.at-start <= 2 && !l.textBlocks && !l.interpolated {
		switch prefix := l.text[start:l.at]; l.text[l.at] { // L"", b'x'
		case '"':
			if isPrefix(prefix) {
				l.quoted()
				l.tokens[len(l.tokens)-1].start = int32(start)
				return
			}
		case '\'':
			if isPrefix(prefix) && (!l.lifetimes || prefix == "b") {
				l.quote()
				l.tokens[len(l.tokens)-1].start = int32(start)
				return
			}
		}
	}
	l.emit(ident, start)
}

// isPrefix reports what may stand before a string or character.
func isPrefix(word string) bool {
	switch word {
	case "L", "u", "U", "u8", "b", "c":
		return true
	}
	return false
}

func (l *lexer) skipName() {
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case isLetter(c), c >= '0' && c <= '9', c == '$' && !l.interpolated:
			l.at++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(l.text[l.at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return
			}
			l.at += size
		default:
			return
		}
	}
}

func (l *lexer) number() {
	start := l.at
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case isLetter(c), c >= '0' && c <= '9':
		case c == '.' && l.peek(1) >= '0' && l.peek(1) <= '9':
		case c == '\'' && l.separators && (isLetter(l.peek(1)) || l.peek(1) >= '0' && l.peek(1) <= '9'):
		case (c == '+' || c == '-') && exponent(l.text[start:l.at]) && l.peek(1) >= '0' && l.peek(1) <= '9':
		default:
			l.emit(number, start)
			return
		}
		l.at++
	}
	l.emit(number, start)
}

// exponent reports the beginning of a number up to its e.
func exponent(s string) bool {
	last := s[len(s)-1] | 0x20
	hex := len(s) > 1 && s[1]|0x20 == 'x'
	return last == 'e' && !hex || last == 'p' && hex
}

// operator reads punctuation. Only what readers look for is kept together, and
// nothing that ends in > but arrows: it may close a list of types.
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
	if l.hole(c) {
		return
	}
	l.emit(punct, start)
}

// matchBrackets pairs brackets. A brace that closes takes all that is open within
// with it; a parenthesis is not closed across a brace.
func (s *scan) matchBrackets() error {
	var open []int32
	braces := 0
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.kind != punct || t.size() != 1 {
			continue
		}
		switch t.first {
		case '{':
			braces++
			fallthrough
		case '(', '[':
			if open = append(open, int32(i)); len(open) > maxDepth {
				return facts.ErrTooDeep
			}
		case ')', ']', '}':
			depth := s.partner(open, t.first, braces)
			if depth < 0 {
				s.warn(i, "unexpected "+string(rune(t.first)))
				continue
			}
			if depth+1 < len(open) {
				last := int(open[len(open)-1])
				s.warn(last, "unclosed "+s.word(last))
			}
			if t.first == '}' {
				braces--
			}
			t.match, s.tokens[open[depth]].match = open[depth], int32(i)
			open = open[:depth]
		}
	}
	if len(open) > 0 {
		s.warn(int(open[len(open)-1]), "unclosed "+s.word(int(open[len(open)-1])))
	}
	return nil
}

// partner returns which of the open brackets a closing one belongs to, or -1.
func (s *scan) partner(open []int32, closing byte, braces int) int {
	if closing == '}' && braces == 0 {
		return -1
	}
	for depth := len(open) - 1; depth >= 0; depth-- {
		first := s.tokens[open[depth]].first
		if pairs(first, closing) {
			return depth
		}
		if closing != '}' && (first == '{' || len(open)-depth > 8) {
			break
		}
	}
	return -1
}

func pairs(open, closing byte) bool {
	return open == '(' && closing == ')' || open == '[' && closing == ']' || open == '{' && closing == '}'
}
