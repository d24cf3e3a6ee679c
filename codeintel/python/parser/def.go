package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

func (p *parser) function(start token.Pos, decorators []syntax.Expr, async bool) syntax.Stmt {
	p.advance()
	f := p.nodes.functions.new()
	f.Decorators, f.Async = decorators, async
	f.Name = p.ident()
	f.TypeParams = p.typeParams()
	p.expect(token.LParen, "expected '('")
	f.Params = p.parameters(token.RParen)
	p.expect(token.RParen, "invalid syntax: '(' was never closed, or a comma is missing")
	if p.accept(token.Arrow) {
		f.Returns = p.expression()
	}
	head := p.prevEnd()
	f.Body = p.block()
	f.Span = p.statementSpan(start, head, f.Body)
	return f
}

func (p *parser) class(decorators []syntax.Expr) syntax.Stmt {
	start := p.Tok.From
	p.advance()
	c := &syntax.ClassDef{Decorators: decorators}
	c.Name = p.ident()
	c.TypeParams = p.typeParams()
	if p.Tok.Kind == token.LParen {
		c.Bases, c.Keywords = p.arguments()
	}
	head := p.prevEnd()
	c.Body = p.block()
	c.Span = p.statementSpan(start, head, c.Body)
	return c
}
