package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// call parses the arguments of a call.
func (p *parser) call(start token.Pos, f syntax.Expr) syntax.Expr {
	args, keywords := p.arguments()
	c := p.nodes.calls.new()
	*c = syntax.Call{Span: p.from(start), Func: f, Args: args, Keywords: keywords}
	return c
}

func (p *parser) arguments() ([]syntax.Expr, []*syntax.Keyword) {
	open := p.Tok.From
	p.advance()
	base, kwBase := len(p.exprs), len(p.keywords)
	var bare *syntax.Comp
	for p.Tok.Kind != token.RParen {
		bare = p.argument()
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen, "invalid syntax: '(' was never closed, or a comma is missing")
	if bare != nil && len(p.exprs) == base+1 {
		bare.Span = p.from(open)
	}
	keywords := p.nodes.kwLists.list(p.keywords[kwBase:])
	p.keywords = p.keywords[:kwBase]
	return p.take(base), keywords
}

// argument parses one argument. It returns a generator expression without its own parentheses:
// as the only argument, its span includes the parentheses of the call.
func (p *parser) argument() *syntax.Comp {
	start := p.Tok.From
	switch p.Tok.Kind {
	case token.Star:
		p.advance()
		value := p.expression()
		p.exprs = append(p.exprs, &syntax.Starred{Span: p.from(start), Value: value})
		return nil
	case token.DoubleStar:
		p.advance()
		value := p.expression()
		p.keyword(start, syntax.Ident{}, value)
		return nil
	}
	e := p.named()
	switch p.Tok.Kind {
	case token.Assign:
		if n, ok := e.(*syntax.Name); ok && n.From == start {
			p.advance()
			value := p.expression()
			p.keyword(start, syntax.Ident{Span: n.Span, Name: n.ID}, value)
			return nil
		}
	case token.For, token.Async:
		g := p.generators()
		c := &syntax.Comp{Span: p.from(start), Kind: syntax.GeneratorComp, Elt: e, Value: nil, Generators: g}
		p.exprs = append(p.exprs, c)
		return c
	}
	p.exprs = append(p.exprs, e)
	return nil
}

func (p *parser) keyword(start token.Pos, name syntax.Ident, value syntax.Expr) {
	k := p.nodes.keywords.new()
	*k = syntax.Keyword{Span: p.from(start), Name: name, Value: value}
	p.keywords = append(p.keywords, k)
}
