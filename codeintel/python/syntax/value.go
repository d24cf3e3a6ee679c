package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// StringValue returns the value of a String constant and true; false for other expressions. It
// joins adjacent literals and resolves escapes except \N{…}.
func (m *Module) StringValue(e Expr) (string, bool) {
	c, ok := e.(*Constant)
	if !ok || c.Kind != String {
		return "", false
	}
	l := lexer.Lexer{Text: m.Text[:c.To], Pos: c.From, Depth: 1, Field: -1}
	l.Next()
	value := ""
	for first := true; l.Tok.Kind == token.String; first = false {
		part := unquote(l.Text[l.Tok.From:l.Tok.To])
		if first {
			value = part
		} else {
			value += part
		}
		l.Next()
	}
	return value, true
}

// unquote returns the value of one literal.
func unquote(s string) string {
	q := strings.IndexAny(s, `"'`)
	n := lexer.Quotes(s, q)
	if q+2*n > len(s) {
		n = 1 // an empty literal
	}
	content := s[q+n : len(s)-n]
	if strings.IndexByte(content, '\r') >= 0 {
		content = lineBreaks.Replace(content)
	}
	if strings.ContainsAny(s[:q], "rR") || strings.IndexByte(content, '\\') < 0 {
		return content
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(content, '\\')
		if i < 0 || i+1 == len(content) {
			b.WriteString(content)
			return b.String()
		}
		b.WriteString(content[:i])
		content = content[i+escape(&b, content[i:]):]
	}
}

// lineBreaks converts line breaks as Python does.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n") //nolint:gochecknoglobals // never written

var simpleEscapes = map[byte]byte{ //nolint:gochecknoglobals // never written
	'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v',
}

// escape writes the character for the escape sequence at the start of s and returns the length
// of the sequence. It copies an unknown sequence unchanged.
func escape(b *strings.Builder, s string) int {
	if n := lexer.Newline(s, 1); n > 0 {
		return 1 + n
	}
	c := s[1]
	if v, ok := simpleEscapes[c]; ok {
		b.WriteByte(v)
		return 2
	}
	switch c {
	case 'x':
		return number(b, s, 2, 4, 16)
	case 'u':
		return number(b, s, 2, 6, 16)
	case 'U':
		return number(b, s, 2, 10, 16)
	}
	end := 1
	for end < len(s) && end < 4 && s[end] >= '0' && s[end] <= '7' {
		end++
	}
	if end > 1 {
		return number(b, s, 1, end, 8)
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	b.WriteString(s[:1+size])
	return 1 + size
}

// number writes the character whose code is the number in s[start:end].
func number(b *strings.Builder, s string, start, end, base int) int {
	if end <= len(s) {
		if v, err := strconv.ParseUint(s[start:end], base, 32); err == nil {
			b.WriteRune(rune(v))
			return end
		}
	}
	b.WriteString(s[:2])
	return 2
}
