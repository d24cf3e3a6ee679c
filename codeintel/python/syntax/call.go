package syntax

// call reads the arguments of a call, or of a class.
func (p *parser) call(start Pos, f Expr) Expr {
	args, keywords := p.arguments()
	c := p.nodes.calls.new()
	*c = Call{p.from(start), f, args, keywords}
	return c
}

func (p *parser) arguments() ([]Expr, []*Keyword) {
	open := p.tok.from
	p.next()
	base, kwBase := len(p.exprs), len(p.keywords)
	var bare *Comp
	for p.tok.kind != tokRParen {
		bare = p.argument()
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRParen, "invalid syntax: '(' was never closed, or a comma is missing")
	if bare != nil && len(p.exprs) == base+1 {
		bare.Span = p.from(open)
	}
	keywords := p.nodes.kwLists.list(p.keywords[kwBase:])
	p.keywords = p.keywords[:kwBase]
	return p.take(base), keywords
}

// argument reads one argument. If it is a generator expression without parentheses
// of its own, it is returned: alone, it has those of the call.
func (p *parser) argument() *Comp {
	start := p.tok.from
	switch p.tok.kind {
	case tokStar:
		p.next()
		value := p.expression()
		p.exprs = append(p.exprs, &Starred{p.from(start), value})
		return nil
	case tokDoubleStar:
		p.next()
		value := p.expression()
		p.keyword(start, Ident{}, value)
		return nil
	}
	e := p.named()
	switch p.tok.kind {
	case tokAssign:
		if n, ok := e.(*Name); ok && n.From == start {
			p.next()
			value := p.expression()
			p.keyword(start, Ident{n.Span, n.ID}, value)
			return nil
		}
	case tokFor, tokAsync:
		g := p.generators()
		c := &Comp{p.from(start), GeneratorComp, e, nil, g}
		p.exprs = append(p.exprs, c)
		return c
	}
	p.exprs = append(p.exprs, e)
	return nil
}

func (p *parser) keyword(start Pos, name Ident, value Expr) {
	k := p.nodes.keywords.new()
	*k = Keyword{p.from(start), name, value}
	p.keywords = append(p.keywords, k)
}
