package syntax

// expressions reads one expression or, where commas follow, a tuple without
// parentheses. Any may be starred.
func (p *parser) expressions() Expr {
	start := p.tok.from
	e := p.starOr((*parser).expression)
	if p.tok.kind != tokComma {
		return e
	}
	return p.tupleFrom(start, e, (*parser).expression)
}

// starOr reads what one reads, or a starred expression.
func (p *parser) starOr(one func(*parser) Expr) Expr {
	if p.tok.kind == tokStar {
		return p.starred()
	}
	return one(p)
}

func (p *parser) starred() Expr {
	start := p.tok.from
	p.next()
	p.deeper()
	value := p.binary(levelBitOr)
	p.nesting--
	return &Starred{p.from(start), value}
}

// tupleFrom reads the rest of a tuple without parentheses, from the comma behind
// its first element on.
func (p *parser) tupleFrom(start Pos, first Expr, one func(*parser) Expr) Expr {
	base := len(p.exprs)
	p.exprs = append(p.exprs, first)
	for p.accept(tokComma) && p.beginsExpression() {
		p.exprs = append(p.exprs, p.starOr(one))
	}
	t := p.nodes.tuples.new()
	*t = Tuple{p.from(start), p.take(base)}
	return t
}

// beginsExpression reports whether an expression, or a starred one, can begin with
// the token.
func (p *parser) beginsExpression() bool {
	switch p.tok.kind {
	case tokLParen, tokLBracket, tokStar, tokPlus, tokMinus, tokNot, tokYield:
		return true
	}
	return beginsOperand[p.tok.kind]
}

// take returns the expressions that were collected since there were base of them.
func (p *parser) take(base int) []Expr {
	list := p.nodes.exprLists.list(p.exprs[base:])
	p.exprs = p.exprs[:base]
	return list
}

// targets reads what a for loop or comprehension assigns to: no comparison, so
// that it ends before in.
func (p *parser) targets() Expr {
	start := p.tok.from
	e := p.starOr((*parser).operand)
	if p.tok.kind != tokComma {
		return e
	}
	return p.tupleFrom(start, e, (*parser).operand)
}

// operand reads an expression of operators that are stronger than comparisons.
func (p *parser) operand() Expr {
	return p.binary(levelBitOr)
}

// named reads an expression or an assignment expression.
func (p *parser) named() Expr {
	start := p.tok.from
	e := p.expression()
	if p.tok.kind != tokWalrus {
		return e
	}
	p.next()
	value := p.expression()
	return &NamedExpr{p.from(start), e, value}
}

// expression reads an expression without commas.
func (p *parser) expression() Expr {
	p.deeper()
	e := p.conditional()
	p.nesting--
	return e
}

func (p *parser) conditional() Expr {
	if p.tok.kind == tokLambda {
		return p.lambda()
	}
	start := p.tok.from
	e := p.binary(levelOr)
	if p.tok.kind != tokIf {
		return e
	}
	p.next()
	test := p.binary(levelOr)
	p.expect(tokElse, "expected 'else' after 'if' expression")
	other := p.expression()
	return &IfExp{p.from(start), test, e, other}
}

func (p *parser) lambda() Expr {
	start := p.tok.from
	p.next()
	params := p.parameters(tokColon)
	p.expect(tokColon, "expected ':'")
	body := p.expression()
	return &Lambda{p.from(start), params, body}
}

// binary reads an expression of operators of a level or a stronger one.
func (p *parser) binary(level uint8) Expr {
	start := p.tok.from
	var left Expr
	if p.tok.kind == tokNot && level <= levelNot {
		left = p.not()
	} else {
		left = p.factor()
	}
	for links := 1; ; links++ {
		in := infix[p.tok.kind]
		if in.level < level || in.level == 0 {
			return left
		}
		p.link(links)
		switch in.level {
		case levelOr, levelAnd:
			left = p.boolean(start, left, in.level, in.op)
		case levelCompare:
			left = p.compare(start, left)
		default:
			p.next()
			right := p.binary(in.level + 1)
			b := p.nodes.binOps.new()
			*b = BinOp{p.from(start), left, in.op, right}
			left = b
		}
	}
}

// boolean reads a chain of one of the operators and, or.
func (p *parser) boolean(start Pos, left Expr, level uint8, op Op) Expr {
	base := len(p.exprs)
	p.exprs = append(p.exprs, left)
	for k := p.tok.kind; p.tok.kind == k; {
		p.next()
		p.exprs = append(p.exprs, p.binary(level+1))
	}
	b := p.nodes.boolOps.new()
	*b = BoolOp{p.from(start), op, p.take(base)}
	return b
}

// compare reads a chain of comparisons.
func (p *parser) compare(start Pos, left Expr) Expr {
	base := len(p.exprs)
	var few [4]Op
	ops := few[:0]
	for infix[p.tok.kind].level == levelCompare {
		op := infix[p.tok.kind].op
		first := p.tok.kind
		p.next()
		switch {
		case first == tokNot:
			p.expect(tokIn, "expected 'in' after 'not'")
		case first == tokIs && p.tok.kind == tokNot:
			p.next()
			op = IsNot
		}
		ops = append(ops, op)
		p.exprs = append(p.exprs, p.binary(levelBitOr))
	}
	c := p.nodes.compares.new()
	*c = Compare{p.from(start), left, p.nodes.opLists.list(ops), p.take(base)}
	return c
}

func (p *parser) not() Expr {
	start := p.tok.from
	p.next()
	p.deeper()
	operand := p.binary(levelNot)
	p.nesting--
	return p.unary(start, Not, operand)
}

func (p *parser) unary(start Pos, op Op, operand Expr) Expr {
	u := p.nodes.unaryOps.new()
	*u = UnaryOp{p.from(start), op, operand}
	return u
}

// factor reads an operand with the operators before it and a power behind it.
func (p *parser) factor() Expr {
	start := p.tok.from
	var op Op
	switch p.tok.kind {
	case tokMinus:
		op = USub
	case tokPlus:
		op = UAdd
	case tokTilde:
		op = Invert
	default:
		return p.power(start)
	}
	p.next()
	p.deeper()
	operand := p.factor()
	p.nesting--
	return p.unary(start, op, operand)
}

func (p *parser) power(start Pos) Expr {
	var e Expr
	if p.tok.kind == tokAwait {
		p.next()
		p.deeper()
		value := p.primary()
		p.nesting--
		e = &Await{p.from(start), value}
	} else {
		e = p.primary()
	}
	if p.tok.kind != tokDoubleStar {
		return e
	}
	p.next()
	p.deeper()
	right := p.factor()
	p.nesting--
	b := p.nodes.binOps.new()
	*b = BinOp{p.from(start), e, Pow, right}
	return b
}
