package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

func (p *parser) importStmt() syntax.Stmt {
	start := p.Tok.From
	p.advance()
	s := &syntax.Import{}
	for {
		s.Names = append(s.Names, p.alias(p.dotted))
		if !p.accept(token.Comma) {
			break
		}
	}
	s.Span = p.from(start)
	return s
}

func (p *parser) importFrom() syntax.Stmt {
	start := p.Tok.From
	p.advance()
	s := &syntax.ImportFrom{}
	for {
		if p.accept(token.Dot) {
			s.Level++
		} else if p.accept(token.Ellipsis) {
			s.Level += 3
		} else {
			break
		}
	}
	if s.Level == 0 || p.Tok.Kind == token.Name {
		s.Module = p.dotted()
	}
	p.expect(token.Import, "expected 'import'")
	switch p.Tok.Kind {
	case token.Star:
		a := p.nodes.aliases.new()
		star := token.Span{From: p.Tok.From, To: p.Tok.To}
		*a = syntax.Alias{Span: star, Name: syntax.Ident{Span: star, Name: "*"}}
		s.Names = []*syntax.Alias{a}
		p.advance()
	case token.LParen:
		p.advance()
		for p.Tok.Kind != token.RParen {
			s.Names = append(s.Names, p.alias(p.ident))
			if !p.accept(token.Comma) {
				break
			}
		}
		p.expect(token.RParen, "invalid syntax: '(' was never closed, or a comma is missing")
	default:
		s.Names = append(s.Names, p.alias(p.ident))
		for p.accept(token.Comma) {
			s.Names = append(s.Names, p.alias(p.ident))
		}
	}
	s.Span = p.from(start)
	return s
}

// alias parses an imported name and its alias.
func (p *parser) alias(name func() syntax.Ident) *syntax.Alias {
	start := p.Tok.From
	a := p.nodes.aliases.new()
	a.Name = name()
	if p.accept(token.As) {
		a.AsName = p.ident()
	}
	a.Span = p.from(start)
	return a
}

// dotted parses a dotted name and removes whitespace from it.
func (p *parser) dotted() syntax.Ident {
	id := p.ident()
	for p.accept(token.Dot) {
		name := p.ident()
		// Usually the text contains the dotted name without whitespace.
		if name.To-id.From == token.Pos(len(id.Name)+1+len(name.Name)) {
			id.Name = p.Text[id.From:name.To]
		} else {
			id.Name += "." + name.Name
		}
		id.To = name.To
	}
	return id
}
