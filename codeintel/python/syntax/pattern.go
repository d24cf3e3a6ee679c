package syntax

func (p *parser) closedPattern() Pattern {
	start := p.tok.from
	switch p.tok.kind {
	case tokName:
		return p.namePattern()
	case tokLParen:
		return p.groupPattern()
	case tokLBracket:
		p.next()
		list, _ := p.sequence(tokRBracket)
		return &MatchSequence{p.from(start), list}
	case tokLBrace:
		return p.mappingPattern()
	}
	value := p.binary(levelSum) // a literal, negated or complex
	return &MatchValue{p.from(start), value}
}

// namePattern reads a capture, a dotted value or a class pattern.
func (p *parser) namePattern() Pattern {
	start := p.tok.from
	first := p.ident()
	if p.tok.kind != tokDot && p.tok.kind != tokLParen {
		if first.Name == "_" {
			first.Name = ""
		}
		return &MatchAs{Span: first.Span, Name: first}
	}
	var e Expr = &Name{first.Span, first.Name}
	for links := 1; p.accept(tokDot); links++ {
		p.link(links)
		attr := p.ident()
		e = &Attribute{p.from(start), e, attr}
	}
	if p.tok.kind != tokLParen {
		return &MatchValue{p.from(start), e}
	}
	p.next()
	c := &MatchClass{Class: e}
	for p.tok.kind != tokRParen {
		p.classArgument(c)
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRParen, "invalid syntax: '(' was never closed, or a comma is missing")
	c.Span = p.from(start)
	return c
}

func (p *parser) classArgument(c *MatchClass) {
	if p.tok.kind == tokName && p.nextIs(tokAssign) {
		name := p.ident()
		p.next()
		c.Names = append(c.Names, name)
		c.Keywords = append(c.Keywords, p.asPattern())
		return
	}
	c.Patterns = append(c.Patterns, p.asPattern())
}

// groupPattern reads a pattern in parentheses, or a sequence.
func (p *parser) groupPattern() Pattern {
	start := p.tok.from
	p.next()
	list, comma := p.sequence(tokRParen)
	if len(list) == 1 && !comma {
		if _, star := list[0].(*MatchStar); !star {
			return list[0]
		}
	}
	return &MatchSequence{p.from(start), list}
}

// sequence reads patterns up to a bracket and tells whether there was a comma.
func (p *parser) sequence(end kind) (list []Pattern, comma bool) {
	base := len(p.patterns)
	for p.tok.kind != end {
		p.patterns = append(p.patterns, p.starPattern())
		if !p.accept(tokComma) {
			break
		}
		comma = true
	}
	list = p.takePatterns(base)
	p.expect(end, "invalid syntax: a bracket was never closed, or a comma is missing")
	return list, comma
}

func (p *parser) mappingPattern() Pattern {
	start := p.tok.from
	p.next()
	m := &MatchMapping{}
	for p.tok.kind != tokRBrace {
		if p.accept(tokDoubleStar) {
			m.Rest = p.ident()
		} else {
			m.Keys = append(m.Keys, p.binary(levelSum))
			p.expect(tokColon, "expected ':'")
			m.Patterns = append(m.Patterns, p.asPattern())
		}
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRBrace, "invalid syntax: '{' was never closed, or a comma is missing")
	m.Span = p.from(start)
	return m
}
