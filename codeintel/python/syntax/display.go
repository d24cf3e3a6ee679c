package syntax

// braces reads a dictionary, set or a comprehension of one.
func (p *parser) braces() Expr {
	start := p.tok.from
	p.next()
	if p.tok.kind == tokRBrace {
		p.next()
		return &Dict{Span: p.from(start)}
	}
	if p.tok.kind == tokDoubleStar {
		return p.dict(start, nil)
	}
	e := p.element()
	switch p.tok.kind {
	case tokColon:
		return p.dict(start, e)
	case tokFor, tokAsync:
		g := p.generators()
		p.expect(tokRBrace, "'{' was never closed")
		return &Comp{p.from(start), SetComp, e, nil, g}
	}
	base := len(p.exprs)
	p.exprs = append(p.exprs, e)
	for p.accept(tokComma) && p.tok.kind != tokRBrace {
		p.exprs = append(p.exprs, p.element())
	}
	p.expect(tokRBrace, "invalid syntax: '{' was never closed, or a comma is missing")
	return &Set{p.from(start), p.take(base)}
}

// dict reads the rest of a dictionary, behind its first key if that was read.
func (p *parser) dict(start Pos, key Expr) Expr {
	base := len(p.exprs) // keys and values in turn
	for {
		var value Expr
		if key == nil && p.accept(tokDoubleStar) {
			value = p.binary(levelBitOr)
		} else {
			if key == nil {
				key = p.expression()
			}
			p.expect(tokColon, "':' expected after dictionary key")
			value = p.expression()
		}
		if len(p.exprs) == base && (p.tok.kind == tokFor || p.tok.kind == tokAsync) && key != nil {
			g := p.generators()
			p.expect(tokRBrace, "'{' was never closed")
			return &Comp{p.from(start), DictComp, key, value, g}
		}
		p.exprs = append(p.exprs, key, value)
		key = nil
		if !p.accept(tokComma) || p.tok.kind == tokRBrace {
			break
		}
	}
	p.expect(tokRBrace, "invalid syntax: '{' was never closed, or a comma is missing")
	pairs := p.exprs[base:]
	n := len(pairs) / 2
	all := make([]Expr, len(pairs))
	for i := range n {
		all[i], all[n+i] = pairs[2*i], pairs[2*i+1]
	}
	p.exprs = p.exprs[:base]
	return &Dict{p.from(start), all[:n:n], all[n:]}
}

// generators reads the for clauses of a comprehension.
func (p *parser) generators() []*Generator {
	var list []*Generator
	for p.tok.kind == tokFor || p.tok.kind == tokAsync {
		g := &Generator{}
		start := p.tok.from
		g.Async = p.accept(tokAsync)
		p.expect(tokFor, "expected 'for' after 'async'")
		g.Target = p.targets()
		p.expect(tokIn, "'in' expected after for-loop variables")
		g.Iter = p.binary(levelOr)
		base := len(p.exprs)
		for p.accept(tokIf) {
			p.exprs = append(p.exprs, p.condition())
		}
		g.Ifs = p.take(base)
		g.Span = p.from(start)
		list = append(list, g)
	}
	return list
}

// condition reads what follows the if of a comprehension: no conditional
// expression, whose if could not be told from the next one.
func (p *parser) condition() Expr {
	start := p.tok.from
	if p.tok.kind == tokLambda { // Python 2
		return p.lambda()
	}
	e := p.binary(levelOr)
	if p.tok.kind != tokWalrus {
		return e
	}
	p.next()
	value := p.binary(levelOr)
	return &NamedExpr{p.from(start), e, value}
}

// subscript reads the index behind a value.
func (p *parser) subscript(start Pos, value Expr) Expr {
	p.next()
	first := p.tok.from
	index := p.slice()
	if p.tok.kind == tokComma {
		base := len(p.exprs)
		p.exprs = append(p.exprs, index)
		for p.accept(tokComma) && p.tok.kind != tokRBracket {
			p.exprs = append(p.exprs, p.slice())
		}
		index = &Tuple{p.from(first), p.take(base)}
	}
	p.expect(tokRBracket, "invalid syntax: '[' was never closed, or a comma is missing")
	s := p.nodes.subscripts.new()
	*s = Subscript{p.from(start), value, index}
	return s
}

// slice reads an index or slice.
func (p *parser) slice() Expr {
	start := p.tok.from
	var lower Expr
	if p.tok.kind != tokColon {
		lower = p.element()
		if p.tok.kind != tokColon {
			return lower
		}
	}
	p.next()
	s := &Slice{Lower: lower}
	if p.beginsExpression() {
		s.Upper = p.expression()
	}
	if p.accept(tokColon) && p.beginsExpression() {
		s.Step = p.expression()
	}
	s.Span = p.from(start)
	return s
}
