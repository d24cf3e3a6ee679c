package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// primary parses an atom and the attributes, calls and subscripts after it.
func (p *parser) primary() syntax.Expr {
	start := p.Tok.From
	e := p.atom()
	for links := 1; ; links++ {
		switch p.Tok.Kind {
		case token.Dot:
			p.advance()
			name := p.ident()
			a := p.nodes.attributes.new()
			*a = syntax.Attribute{Span: p.from(start), Value: e, Attr: name}
			e = a
		case token.LParen:
			e = p.call(start, e)
		case token.LBracket:
			e = p.subscript(start, e)
		default:
			return e
		}
		p.link(links)
	}
}

func (p *parser) atom() syntax.Expr {
	switch p.Tok.Kind {
	case token.Name:
		n := p.nodes.names.new()
		*n = syntax.Name{Span: token.Span{From: p.Tok.From, To: p.Tok.To}, ID: p.Text[p.Tok.From:p.Tok.To]}
		p.advance()
		return n
	case token.String, token.Bytes, token.Joined:
		return p.literals()
	case token.Int:
		return p.constant(syntax.Int)
	case token.Float:
		return p.constant(syntax.Float)
	case token.Imaginary:
		return p.constant(syntax.Imaginary)
	case token.None:
		return p.constant(syntax.None)
	case token.True:
		return p.constant(syntax.True)
	case token.False:
		return p.constant(syntax.False)
	case token.Ellipsis:
		return p.constant(syntax.Ellipsis)
	case token.LParen:
		return p.parenthesis()
	case token.LBracket:
		return p.list()
	case token.LBrace:
		return p.braces()
	case token.Backtick:
		return p.backticks()
	}
	return p.missing()
}

func (p *parser) constant(k syntax.ConstantKind) syntax.Expr {
	c := p.nodes.constants.new()
	*c = syntax.Constant{Span: token.Span{From: p.Tok.From, To: p.Tok.To}, Kind: k}
	p.advance()
	return c
}

// missing returns the placeholder for a missing expression.
func (p *parser) missing() syntax.Expr {
	at := p.Tok.From
	p.fail("invalid syntax")
	return &syntax.Name{Span: token.Span{From: at, To: at}}
}

// literals parses adjacent string literals.
func (p *parser) literals() syntax.Expr {
	start := p.Tok.From
	k, joined, template := syntax.String, false, false
	var fields []*syntax.Interpolation
	for {
		switch p.Tok.Kind {
		case token.Joined:
			joined = true
			var t bool
			fields, t = p.joined(fields)
			template = template || t
			continue
		case token.Bytes:
			k = syntax.Bytes
			p.advance()
			continue
		case token.String:
			p.advance()
			continue
		}
		break
	}
	if joined {
		return &syntax.JoinedStr{Span: p.from(start), Fields: fields, Template: template}
	}
	c := p.nodes.constants.new()
	*c = syntax.Constant{Span: p.from(start), Kind: k}
	return c
}

// parenthesis parses an expression in parentheses, a tuple or a generator expression.
func (p *parser) parenthesis() syntax.Expr {
	start := p.Tok.From
	p.advance()
	if p.Tok.Kind == token.RParen {
		p.advance()
		return &syntax.Tuple{Span: p.from(start)}
	}
	first := p.Tok.From
	e := p.element()
	switch p.Tok.Kind {
	case token.For, token.Async:
		g := p.generators()
		p.expect(token.RParen, "'(' was never closed")
		return &syntax.Comp{Span: p.from(start), Kind: syntax.GeneratorComp, Elt: e, Value: nil, Generators: g}
	case token.Comma:
		e = p.tupleFrom(first, e, (*parser).named)
		p.expect(token.RParen, "'(' was never closed")
		e.(*syntax.Tuple).Span = p.from(start)
		return e
	}
	p.expect(token.RParen, "invalid syntax: '(' was never closed, or a comma is missing")
	return e
}

func (p *parser) list() syntax.Expr {
	start := p.Tok.From
	p.advance()
	base := len(p.exprs)
	for p.Tok.Kind != token.RBracket {
		e := p.element()
		if len(p.exprs) == base && (p.Tok.Kind == token.For || p.Tok.Kind == token.Async) {
			g := p.generators()
			p.expect(token.RBracket, "'[' was never closed")
			return &syntax.Comp{Span: p.from(start), Kind: syntax.ListComp, Elt: e, Value: nil, Generators: g}
		}
		p.exprs = append(p.exprs, e)
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RBracket, "invalid syntax: '[' was never closed, or a comma is missing")
	l := p.nodes.lists.new()
	*l = syntax.List{Span: p.from(start), Elts: p.take(base)}
	return l
}

// backticks parses an expression in backticks: repr in Python 2.
func (p *parser) backticks() syntax.Expr {
	start := p.Tok.From
	p.report(start, "backticks are Python 2 syntax")
	p.advance()
	value := p.expressions()
	p.expect(token.Backtick, "'`' was never closed")
	return &syntax.Repr{Span: p.from(start), Value: value}
}
