package syntax

// primary reads an atom and the attributes, calls and subscripts behind it.
func (p *parser) primary() Expr {
	start := p.tok.from
	e := p.atom()
	for links := 1; ; links++ {
		switch p.tok.kind {
		case tokDot:
			p.next()
			name := p.ident()
			a := p.nodes.attributes.new()
			*a = Attribute{p.from(start), e, name}
			e = a
		case tokLParen:
			e = p.call(start, e)
		case tokLBracket:
			e = p.subscript(start, e)
		default:
			return e
		}
		p.link(links)
	}
}

func (p *parser) atom() Expr {
	switch p.tok.kind {
	case tokName:
		n := p.nodes.names.new()
		*n = Name{Span{p.tok.from, p.tok.to}, p.text[p.tok.from:p.tok.to]}
		p.next()
		return n
	case tokString, tokBytes, tokJoined:
		return p.literals()
	case tokInt:
		return p.constant(Int)
	case tokFloat:
		return p.constant(Float)
	case tokImaginary:
		return p.constant(Imaginary)
	case tokNone:
		return p.constant(None)
	case tokTrue:
		return p.constant(True)
	case tokFalse:
		return p.constant(False)
	case tokEllipsis:
		return p.constant(Ellipsis)
	case tokLParen:
		return p.parenthesis()
	case tokLBracket:
		return p.list()
	case tokLBrace:
		return p.braces()
	case tokBacktick:
		return p.backticks()
	}
	return p.missing()
}

func (p *parser) constant(k ConstantKind) Expr {
	c := p.nodes.constants.new()
	*c = Constant{Span{p.tok.from, p.tok.to}, k}
	p.next()
	return c
}

// missing stands for an expression that is not there.
func (p *parser) missing() Expr {
	at := p.tok.from
	p.fail("invalid syntax")
	return &Name{Span: Span{at, at}}
}

// literals reads string literals that stand one behind the other.
func (p *parser) literals() Expr {
	start := p.tok.from
	k, joined, template := String, false, false
	var fields []*Interpolation
	for {
		switch p.tok.kind {
		case tokJoined:
			joined = true
			var t bool
			fields, t = p.joined(fields)
			template = template || t
			continue
		case tokBytes:
			k = Bytes
			p.next()
			continue
		case tokString:
			p.next()
			continue
		}
		break
	}
	if joined {
		return &JoinedStr{p.from(start), fields, template}
	}
	c := p.nodes.constants.new()
	*c = Constant{p.from(start), k}
	return c
}

// parenthesis reads what begins with an opening parenthesis: an expression, a
// tuple or a generator expression.
func (p *parser) parenthesis() Expr {
	start := p.tok.from
	p.next()
	if p.tok.kind == tokRParen {
		p.next()
		return &Tuple{Span: p.from(start)}
	}
	first := p.tok.from
	e := p.element()
	switch p.tok.kind {
	case tokFor, tokAsync:
		g := p.generators()
		p.expect(tokRParen, "'(' was never closed")
		return &Comp{p.from(start), GeneratorComp, e, nil, g}
	case tokComma:
		e = p.tupleFrom(first, e, (*parser).named)
		p.expect(tokRParen, "'(' was never closed")
		e.(*Tuple).Span = p.from(start)
		return e
	}
	p.expect(tokRParen, "invalid syntax: '(' was never closed, or a comma is missing")
	return e
}

// element reads what can stand in brackets, starred, named or yielded.
func (p *parser) element() Expr {
	switch p.tok.kind {
	case tokStar:
		return p.starred()
	case tokYield:
		return p.yield()
	}
	return p.named()
}

func (p *parser) yield() Expr {
	start := p.tok.from
	p.next()
	if p.accept(tokFrom) {
		value := p.expression()
		return &YieldFrom{p.from(start), value}
	}
	var value Expr
	if p.beginsExpression() {
		value = p.expressions()
	}
	return &Yield{p.from(start), value}
}

func (p *parser) list() Expr {
	start := p.tok.from
	p.next()
	base := len(p.exprs)
	for p.tok.kind != tokRBracket {
		e := p.element()
		if len(p.exprs) == base && (p.tok.kind == tokFor || p.tok.kind == tokAsync) {
			g := p.generators()
			p.expect(tokRBracket, "'[' was never closed")
			return &Comp{p.from(start), ListComp, e, nil, g}
		}
		p.exprs = append(p.exprs, e)
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRBracket, "invalid syntax: '[' was never closed, or a comma is missing")
	l := p.nodes.lists.new()
	*l = List{p.from(start), p.take(base)}
	return l
}

// backticks reads what Python 2 has for repr.
func (p *parser) backticks() Expr {
	start := p.tok.from
	p.report(start, "backticks are Python 2")
	p.next()
	value := p.expressions()
	p.expect(tokBacktick, "'`' was never closed")
	return &Repr{p.from(start), value}
}
