package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// openPattern parses a pattern, or a sequence of patterns without brackets.
func (p *parser) openPattern() syntax.Pattern {
	start := p.Tok.From
	first := p.starPattern()
	if _, star := first.(*syntax.MatchStar); !star && p.Tok.Kind != token.Comma {
		return first
	}
	base := len(p.patterns)
	p.patterns = append(p.patterns, first)
	for p.accept(token.Comma) && p.Tok.Kind != token.Colon && p.Tok.Kind != token.If {
		p.patterns = append(p.patterns, p.starPattern())
	}
	return &syntax.MatchSequence{Span: p.from(start), Patterns: p.takePatterns(base)}
}

func (p *parser) takePatterns(base int) []syntax.Pattern {
	list := append([]syntax.Pattern(nil), p.patterns[base:]...)
	p.patterns = p.patterns[:base]
	return list
}

// starPattern parses a pattern or *name.
func (p *parser) starPattern() syntax.Pattern {
	start := p.Tok.From
	if !p.accept(token.Star) {
		return p.asPattern()
	}
	name := p.capture()
	return &syntax.MatchStar{Span: p.from(start), Name: name}
}

// capture parses a name. It returns an empty name for _.
func (p *parser) capture() syntax.Ident {
	id := p.ident()
	if id.Name == "_" {
		id.Name = ""
	}
	return id
}

func (p *parser) asPattern() syntax.Pattern {
	p.deeper()
	defer func() { p.nesting-- }()
	start := p.Tok.From
	pattern := p.orPattern()
	if !p.accept(token.As) {
		return pattern
	}
	name := p.ident()
	return &syntax.MatchAs{Span: p.from(start), Pattern: pattern, Name: name}
}

func (p *parser) orPattern() syntax.Pattern {
	start := p.Tok.From
	first := p.closedPattern()
	if p.Tok.Kind != token.VBar {
		return first
	}
	base := len(p.patterns)
	p.patterns = append(p.patterns, first)
	for p.accept(token.VBar) {
		p.patterns = append(p.patterns, p.closedPattern())
	}
	return &syntax.MatchOr{Span: p.from(start), Patterns: p.takePatterns(base)}
}

func (p *parser) closedPattern() syntax.Pattern {
	start := p.Tok.From
	switch p.Tok.Kind {
	case token.Name:
		return p.namePattern()
	case token.LParen:
		return p.groupPattern()
	case token.LBracket:
		p.advance()
		list, _ := p.sequence(token.RBracket)
		return &syntax.MatchSequence{Span: p.from(start), Patterns: list}
	case token.LBrace:
		return p.mappingPattern()
	}
	value := p.binary(levelSum) // a literal, possibly negative or complex
	return &syntax.MatchValue{Span: p.from(start), Value: value}
}

// namePattern parses a capture, a dotted value or a class pattern.
func (p *parser) namePattern() syntax.Pattern {
	start := p.Tok.From
	first := p.ident()
	if p.Tok.Kind != token.Dot && p.Tok.Kind != token.LParen {
		if first.Name == "_" {
			first.Name = ""
		}
		return &syntax.MatchAs{Span: first.Span, Name: first}
	}
	var e syntax.Expr = &syntax.Name{Span: first.Span, ID: first.Name}
	for links := 1; p.accept(token.Dot); links++ {
		p.link(links)
		attr := p.ident()
		e = &syntax.Attribute{Span: p.from(start), Value: e, Attr: attr}
	}
	if p.Tok.Kind != token.LParen {
		return &syntax.MatchValue{Span: p.from(start), Value: e}
	}
	p.advance()
	c := &syntax.MatchClass{Class: e}
	for p.Tok.Kind != token.RParen {
		p.classArgument(c)
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen, "invalid syntax: '(' was never closed, or a comma is missing")
	c.Span = p.from(start)
	return c
}

func (p *parser) classArgument(c *syntax.MatchClass) {
	if p.Tok.Kind == token.Name && p.nextIs(token.Assign) {
		name := p.ident()
		p.advance()
		c.Names = append(c.Names, name)
		c.Keywords = append(c.Keywords, p.asPattern())
		return
	}
	c.Patterns = append(c.Patterns, p.asPattern())
}

// groupPattern parses a pattern in parentheses or a sequence.
func (p *parser) groupPattern() syntax.Pattern {
	start := p.Tok.From
	p.advance()
	list, comma := p.sequence(token.RParen)
	if len(list) == 1 && !comma {
		if _, star := list[0].(*syntax.MatchStar); !star {
			return list[0]
		}
	}
	return &syntax.MatchSequence{Span: p.from(start), Patterns: list}
}

// sequence parses patterns up to a closing bracket, and reports whether it contains a comma.
func (p *parser) sequence(end token.Kind) (list []syntax.Pattern, comma bool) {
	base := len(p.patterns)
	for p.Tok.Kind != end {
		p.patterns = append(p.patterns, p.starPattern())
		if !p.accept(token.Comma) {
			break
		}
		comma = true
	}
	list = p.takePatterns(base)
	p.expect(end, "invalid syntax: a bracket was never closed, or a comma is missing")
	return list, comma
}

func (p *parser) mappingPattern() syntax.Pattern {
	start := p.Tok.From
	p.advance()
	m := &syntax.MatchMapping{}
	for p.Tok.Kind != token.RBrace {
		if p.accept(token.DoubleStar) {
			m.Rest = p.ident()
		} else {
			m.Keys = append(m.Keys, p.binary(levelSum))
			p.expect(token.Colon, "expected ':'")
			m.Patterns = append(m.Patterns, p.asPattern())
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RBrace, "invalid syntax: '{' was never closed, or a comma is missing")
	m.Span = p.from(start)
	return m
}
