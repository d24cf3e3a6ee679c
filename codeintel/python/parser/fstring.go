package parser

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// maxRecoveries bounds the number of unreadable replacement fields that are skipped in a file,
// because skipping may read the same text again.
const maxRecoveries = 100

// literal describes the f-string or t-string being parsed.
type literal struct {
	quote  byte
	quotes int
	raw    bool
}

// joined parses an f-string or t-string and appends its fields. It reports whether it is a
// t-string.
func (p *parser) joined(fields []*syntax.Interpolation) ([]*syntax.Interpolation, bool) {
	start := p.Tok
	l := literal{quote: p.Text[start.To-1], quotes: 1}
	if p.Text[start.To-2] == l.quote {
		l.quotes = 3
	}
	prefix := p.Text[start.From : int(start.To)-l.quotes]
	l.raw = strings.ContainsAny(prefix, "rR")
	p.deeper()
	end, ok := p.content(l, int(start.To), false, &fields)
	p.nesting--
	if !p.failed {
		p.Pos = token.Pos(end)
		p.Tok = token.Token{Kind: token.Joined, From: start.From, To: token.Pos(end)}
		if ok {
			p.advance()
		} else {
			p.Tok.Kind = token.Invalid
			p.LexError = ""
			p.fail("unterminated f-string literal")
		}
	}
	return fields, strings.ContainsAny(prefix, "tT")
}

// content parses the content of a literal or, if format is set, the format of a field. It
// returns the position after the closing quotes or, for a format, the position of the brace
// that ends it. If the end is missing, it returns the position at which parsing stopped, and
// false.
func (p *parser) content(l literal, i int, format bool, fields *[]*syntax.Interpolation) (end int, ok bool) {
	text := p.Text
	for i < len(text) {
		switch c := text[i]; c {
		case l.quote:
			if l.quotes == 1 || lexer.Quotes(text, i) == 3 {
				return i + l.quotes, !format
			}
		case '\n', '\r':
			if l.quotes == 1 {
				return i, false
			}
		case '\\':
			i = l.escape(text, i)
			continue
		case '{':
			if !format && i+1 < len(text) && text[i+1] == '{' {
				i++
				break
			}
			if i, ok = p.replacement(l, i, format, fields); !ok {
				return i, !p.failed
			}
			continue
		case '}':
			if format {
				return i, true
			}
			if i+1 < len(text) && text[i+1] == '}' {
				i++
			} else {
				p.report(token.Pos(i), "f-string: single '}' is not allowed")
			}
		}
		i++
	}
	return i, false
}

// escape returns the position after the escape sequence at i.
func (l literal) escape(text string, i int) int {
	i++
	if i >= len(text) || text[i] == '{' || text[i] == '}' {
		return i
	}
	if n := lexer.Newline(text, i); n > 0 {
		return i + n
	}
	if text[i] == 'N' && !l.raw && i+1 < len(text) && text[i+1] == '{' {
		for j := i + 2; j < len(text); j++ {
			switch text[j] {
			case '}':
				return j + 1
			case l.quote, '\n':
				return i + 1
			}
		}
	}
	return i + 1
}

// replacement parses the field that starts at i and returns the position after it. It returns
// false if it cannot parse the field; outside a format it has then skipped the rest of the
// literal.
func (p *parser) replacement(l literal, i int, format bool, fields *[]*syntax.Interpolation) (end int, ok bool) {
	depth, outer := p.Depth, p.Field
	p.Depth++
	p.Field = p.Depth
	p.Tok = token.Token{Kind: token.LBrace, From: token.Pos(i), To: token.Pos(i + 1)}
	p.Pos = token.Pos(i + 1)
	p.advance()
	f := &syntax.Interpolation{}
	p.interpolation(l, f)
	p.Depth, p.Field = depth, outer
	*fields = append(*fields, f)
	if !p.failed {
		f.Span = token.Span{From: token.Pos(i), To: p.Tok.To}
		return int(p.Tok.To), true
	}
	f.Span = p.from(token.Pos(i))
	if format || p.tooDeep || p.recoveries >= maxRecoveries {
		return i, false
	}
	p.recoveries++
	p.recover()
	end, _ = p.Closing(int(p.Tok.From), l.quote, l.quotes)
	return end, false
}

// interpolation parses a field, ending at its closing brace.
func (p *parser) interpolation(l literal, f *syntax.Interpolation) {
	if p.Tok.Kind == token.Yield {
		f.Value = p.yield()
	} else {
		f.Value = p.expressions()
	}
	f.Debug = p.accept(token.Assign)
	if p.accept(token.Bang) {
		if p.Tok.Kind == token.Name {
			f.Conversion = p.Text[p.Tok.From]
		}
		p.expect(token.Name, "f-string: invalid conversion character")
	}
	if p.Tok.Kind == token.Colon {
		p.deeper()
		p.Field = -1
		end, ok := p.content(l, int(p.Tok.To), true, &f.Format)
		p.nesting--
		if p.failed {
			return
		}
		p.Pos = token.Pos(end)
		if ok {
			p.Tok = token.Token{Kind: token.RBrace, From: token.Pos(end), To: token.Pos(end + 1)}
			p.Pos++
		} else {
			p.Tok = token.Token{Kind: token.Invalid, From: token.Pos(end), To: token.Pos(end)}
		}
	}
	if p.Tok.Kind != token.RBrace {
		p.fail("f-string: expecting '}'")
	}
}
