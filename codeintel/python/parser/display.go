package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// braces parses a dictionary, a set, a dictionary comprehension or a set comprehension.
func (p *parser) braces() syntax.Expr {
	start := p.Tok.From
	p.advance()
	if p.Tok.Kind == token.RBrace {
		p.advance()
		return &syntax.Dict{Span: p.from(start)}
	}
	if p.Tok.Kind == token.DoubleStar {
		return p.dict(start, nil)
	}
	e := p.element()
	switch p.Tok.Kind {
	case token.Colon:
		return p.dict(start, e)
	case token.For, token.Async:
		g := p.generators()
		p.expect(token.RBrace, "'{' was never closed")
		return &syntax.Comp{Span: p.from(start), Kind: syntax.SetComp, Elt: e, Value: nil, Generators: g}
	}
	base := len(p.exprs)
	p.exprs = append(p.exprs, e)
	for p.accept(token.Comma) && p.Tok.Kind != token.RBrace {
		p.exprs = append(p.exprs, p.element())
	}
	p.expect(token.RBrace, "invalid syntax: '{' was never closed, or a comma is missing")
	return &syntax.Set{Span: p.from(start), Elts: p.take(base)}
}

// dict parses the rest of a dictionary or dictionary comprehension. key is its first key, or
// nil if that is not parsed yet.
func (p *parser) dict(start token.Pos, key syntax.Expr) syntax.Expr {
	base := len(p.exprs) // alternating keys and values
	for {
		var value syntax.Expr
		if key == nil && p.accept(token.DoubleStar) {
			value = p.binary(levelBitOr)
		} else {
			if key == nil {
				key = p.expression()
			}
			p.expect(token.Colon, "':' expected after dictionary key")
			value = p.expression()
		}
		if len(p.exprs) == base && (p.Tok.Kind == token.For || p.Tok.Kind == token.Async) && key != nil {
			g := p.generators()
			p.expect(token.RBrace, "'{' was never closed")
			return &syntax.Comp{Span: p.from(start), Kind: syntax.DictComp, Elt: key, Value: value, Generators: g}
		}
		p.exprs = append(p.exprs, key, value)
		key = nil
		if !p.accept(token.Comma) || p.Tok.Kind == token.RBrace {
			break
		}
	}
	p.expect(token.RBrace, "invalid syntax: '{' was never closed, or a comma is missing")
	pairs := p.exprs[base:]
	n := len(pairs) / 2
	all := make([]syntax.Expr, len(pairs))
	for i := range n {
		all[i], all[n+i] = pairs[2*i], pairs[2*i+1]
	}
	p.exprs = p.exprs[:base]
	return &syntax.Dict{Span: p.from(start), Keys: all[:n:n], Values: all[n:]}
}

// generators parses the 'for' clauses of a comprehension.
func (p *parser) generators() []*syntax.Generator {
	var list []*syntax.Generator
	for p.Tok.Kind == token.For || p.Tok.Kind == token.Async {
		g := &syntax.Generator{}
		start := p.Tok.From
		g.Async = p.accept(token.Async)
		p.expect(token.For, "expected 'for' after 'async'")
		g.Target = p.targets()
		p.expect(token.In, "'in' expected after for-loop variables")
		g.Iter = p.binary(levelOr)
		base := len(p.exprs)
		for p.accept(token.If) {
			p.exprs = append(p.exprs, p.condition())
		}
		g.Ifs = p.take(base)
		g.Span = p.from(start)
		list = append(list, g)
	}
	return list
}

// condition parses the condition after the keyword 'if' in a comprehension. A condition is not
// a conditional expression, because a second 'if' would be ambiguous.
func (p *parser) condition() syntax.Expr {
	start := p.Tok.From
	if p.Tok.Kind == token.Lambda { // Python 2
		return p.lambda()
	}
	e := p.binary(levelOr)
	if p.Tok.Kind != token.Walrus {
		return e
	}
	p.advance()
	value := p.binary(levelOr)
	return &syntax.NamedExpr{Span: p.from(start), Target: e, Value: value}
}

// subscript parses the index after a value.
func (p *parser) subscript(start token.Pos, value syntax.Expr) syntax.Expr {
	p.advance()
	first := p.Tok.From
	index := p.slice()
	if p.Tok.Kind == token.Comma {
		base := len(p.exprs)
		p.exprs = append(p.exprs, index)
		for p.accept(token.Comma) && p.Tok.Kind != token.RBracket {
			p.exprs = append(p.exprs, p.slice())
		}
		index = &syntax.Tuple{Span: p.from(first), Elts: p.take(base)}
	}
	p.expect(token.RBracket, "invalid syntax: '[' was never closed, or a comma is missing")
	s := p.nodes.subscripts.new()
	*s = syntax.Subscript{Span: p.from(start), Value: value, Index: index}
	return s
}

// slice parses an index or a slice.
func (p *parser) slice() syntax.Expr {
	start := p.Tok.From
	var lower syntax.Expr
	if p.Tok.Kind != token.Colon {
		lower = p.element()
		if p.Tok.Kind != token.Colon {
			return lower
		}
	}
	p.advance()
	s := &syntax.Slice{Lower: lower}
	if p.beginsExpression() {
		s.Upper = p.expression()
	}
	if p.accept(token.Colon) && p.beginsExpression() {
		s.Step = p.expression()
	}
	s.Span = p.from(start)
	return s
}
