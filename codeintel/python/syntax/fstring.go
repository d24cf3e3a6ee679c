package syntax

import "strings"

// maxRecoveries bounds how often a file's replacement fields that cannot be read
// are skipped, which may read the same text again.
const maxRecoveries = 100

// literal is an f-string or t-string that is being read.
type literal struct {
	quote  byte
	quotes int
	raw    bool
}

// joined reads an f-string or t-string, adds its fields and tells whether it is a
// t-string.
func (p *parser) joined(fields []*Interpolation) ([]*Interpolation, bool) {
	start := p.tok
	l := literal{quote: p.text[start.to-1], quotes: 1}
	if p.text[start.to-2] == l.quote {
		l.quotes = 3
	}
	prefix := p.text[start.from : int(start.to)-l.quotes]
	l.raw = strings.ContainsAny(prefix, "rR")
	p.deeper()
	end, ok := p.content(l, int(start.to), false, &fields)
	p.nesting--
	if !p.failed {
		p.pos = Pos(end)
		p.tok = token{tokJoined, start.from, Pos(end)}
		if ok {
			p.next()
		} else {
			p.tok.kind = tokInvalid
			p.lexError = ""
			p.fail("unterminated f-string literal")
		}
	}
	return fields, strings.ContainsAny(prefix, "tT")
}

// content reads the content of a literal or, in a field, of its format. It
// returns the place behind the closing quotes, or of the brace that ends the
// format. Without them, it is where the literal can be said to end.
func (p *parser) content(l literal, i int, format bool, fields *[]*Interpolation) (end int, ok bool) {
	text := p.text
	for i < len(text) {
		switch c := text[i]; c {
		case l.quote:
			if l.quotes == 1 || quotes(text, i) == 3 {
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
				p.report(Pos(i), "f-string: single '}' is not allowed")
			}
		}
		i++
	}
	return i, false
}

// escape returns the place behind the backslash at i and what it escapes.
func (l literal) escape(text string, i int) int {
	i++
	if i >= len(text) || text[i] == '{' || text[i] == '}' {
		return i
	}
	if n := newline(text, i); n > 0 {
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

// replacement reads the field whose brace is at i and returns the place behind it.
// One that cannot be read is not ok; if it is not in a format, what follows in the
// literal is skipped, and the place is behind that.
func (p *parser) replacement(l literal, i int, format bool, fields *[]*Interpolation) (end int, ok bool) {
	depth, outer := p.depth, p.field
	p.depth++
	p.field = p.depth
	p.tok = token{tokLBrace, Pos(i), Pos(i + 1)}
	p.pos = Pos(i + 1)
	p.next()
	f := &Interpolation{}
	p.interpolation(l, f)
	p.depth, p.field = depth, outer
	*fields = append(*fields, f)
	if !p.failed {
		f.Span = Span{Pos(i), p.tok.to}
		return int(p.tok.to), true
	}
	f.Span = p.from(Pos(i))
	if format || p.tooDeep || p.recoveries >= maxRecoveries {
		return i, false
	}
	p.recoveries++
	p.recover()
	end, _ = p.closing(int(p.tok.from), l.quote, l.quotes)
	return end, false
}

// interpolation reads a field up to the brace that ends it.
func (p *parser) interpolation(l literal, f *Interpolation) {
	if p.tok.kind == tokYield {
		f.Value = p.yield()
	} else {
		f.Value = p.expressions()
	}
	f.Debug = p.accept(tokAssign)
	if p.accept(tokBang) {
		if p.tok.kind == tokName {
			f.Conversion = p.text[p.tok.from]
		}
		p.expect(tokName, "f-string: invalid conversion character")
	}
	if p.tok.kind == tokColon {
		p.deeper()
		p.field = -1
		end, ok := p.content(l, int(p.tok.to), true, &f.Format)
		p.nesting--
		if p.failed {
			return
		}
		p.pos = Pos(end)
		if ok {
			p.tok = token{tokRBrace, Pos(end), Pos(end + 1)}
			p.pos++
		} else {
			p.tok = token{tokInvalid, Pos(end), Pos(end)}
		}
	}
	if p.tok.kind != tokRBrace {
		p.fail("f-string: expecting '}'")
	}
}
