package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// element parses an element of a bracketed list: an expression, an assignment expression, a
// starred expression or a yield expression.
func (p *parser) element() syntax.Expr {
	switch p.Tok.Kind {
	case token.Star:
		return p.starred()
	case token.Yield:
		return p.yield()
	}
	return p.named()
}

func (p *parser) yield() syntax.Expr {
	start := p.Tok.From
	p.advance()
	if p.accept(token.From) {
		value := p.expression()
		return &syntax.YieldFrom{Span: p.from(start), Value: value}
	}
	var value syntax.Expr
	if p.beginsExpression() {
		value = p.expressions()
	}
	return &syntax.Yield{Span: p.from(start), Value: value}
}

// parameters parses the parameters of a function or, if end is a colon, of a lambda. The
// parameters of a lambda have no annotations.
func (p *parser) parameters(end token.Kind) *syntax.Parameters {
	start := p.Tok.From
	base := len(p.params)
	named := syntax.PositionalOrKeyword
	for p.Tok.Kind != end {
		first := p.Tok.From
		switch {
		case p.accept(token.Slash):
			for _, before := range p.params[base:] {
				before.Kind = syntax.PositionalOnly
			}
		case p.accept(token.DoubleStar):
			p.parameter(first, syntax.VarKeyword, end)
		case p.accept(token.Star):
			named = syntax.KeywordOnly
			if p.Tok.Kind != token.Comma {
				p.parameter(first, syntax.VarPositional, end)
			}
		default:
			p.parameter(first, named, end)
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	ps := p.nodes.parameters.new()
	ps.List = p.nodes.paramLists.list(p.params[base:])
	ps.Span = token.Span{From: start, To: max(start, p.prevEnd())}
	p.params = p.params[:base]
	return ps
}

// parameter parses a parameter, starting at its name.
func (p *parser) parameter(start token.Pos, k syntax.ParameterKind, end token.Kind) {
	param := p.nodes.params.new()
	param.Kind = k
	if p.Tok.Kind == token.LParen { // Python 2
		p.report(start, "tuple parameters are Python 2 syntax")
		param.Unpacked = p.atom()
	} else {
		param.Name = p.ident()
	}
	if end == token.RParen && p.accept(token.Colon) {
		param.Annotation = p.starredOr((*parser).expression)
	}
	if p.accept(token.Assign) {
		param.Default = p.expression()
	}
	param.Span = p.from(start)
	if !p.failed || param.Name.Name != "" {
		p.params = append(p.params, param)
	}
}

// expressions parses an expression or, if commas follow, a tuple without parentheses. Each
// element may be starred.
func (p *parser) expressions() syntax.Expr {
	start := p.Tok.From
	e := p.starredOr((*parser).expression)
	if p.Tok.Kind != token.Comma {
		return e
	}
	return p.tupleFrom(start, e, (*parser).expression)
}

// starredOr parses a starred expression if the token is a star. Otherwise it parses with the
// function one.
func (p *parser) starredOr(one func(*parser) syntax.Expr) syntax.Expr {
	if p.Tok.Kind == token.Star {
		return p.starred()
	}
	return one(p)
}

func (p *parser) starred() syntax.Expr {
	start := p.Tok.From
	p.advance()
	p.deeper()
	value := p.binary(levelBitOr)
	p.nesting--
	return &syntax.Starred{Span: p.from(start), Value: value}
}

// tupleFrom parses the rest of a tuple without parentheses, starting at the comma after its
// first element.
func (p *parser) tupleFrom(start token.Pos, first syntax.Expr, one func(*parser) syntax.Expr) syntax.Expr {
	base := len(p.exprs)
	p.exprs = append(p.exprs, first)
	for p.accept(token.Comma) && p.beginsExpression() {
		p.exprs = append(p.exprs, p.starredOr(one))
	}
	t := p.nodes.tuples.new()
	*t = syntax.Tuple{Span: p.from(start), Elts: p.take(base)}
	return t
}

// beginsExpression reports whether the token can start an expression or a starred expression.
func (p *parser) beginsExpression() bool {
	switch p.Tok.Kind {
	case token.LParen, token.LBracket, token.Star, token.Plus, token.Minus, token.Not, token.Yield:
		return true
	}
	return beginsOperand[p.Tok.Kind]
}

// take removes the expressions collected above base from the stack and returns them.
func (p *parser) take(base int) []syntax.Expr {
	list := p.nodes.exprLists.list(p.exprs[base:])
	p.exprs = p.exprs[:base]
	return list
}

// targets parses the target of a for loop or comprehension. It does not parse comparisons, so
// it stops before the keyword 'in'.
func (p *parser) targets() syntax.Expr {
	start := p.Tok.From
	e := p.starredOr((*parser).operand)
	if p.Tok.Kind != token.Comma {
		return e
	}
	return p.tupleFrom(start, e, (*parser).operand)
}

// operand parses an expression whose operators bind tighter than comparisons.
func (p *parser) operand() syntax.Expr {
	return p.binary(levelBitOr)
}

// named parses an expression or an assignment expression.
func (p *parser) named() syntax.Expr {
	start := p.Tok.From
	e := p.expression()
	if p.Tok.Kind != token.Walrus {
		return e
	}
	p.advance()
	value := p.expression()
	return &syntax.NamedExpr{Span: p.from(start), Target: e, Value: value}
}

// expression parses an expression without commas.
func (p *parser) expression() syntax.Expr {
	p.deeper()
	e := p.conditional()
	p.nesting--
	return e
}

func (p *parser) conditional() syntax.Expr {
	if p.Tok.Kind == token.Lambda {
		return p.lambda()
	}
	start := p.Tok.From
	e := p.binary(levelOr)
	if p.Tok.Kind != token.If {
		return e
	}
	p.advance()
	test := p.binary(levelOr)
	p.expect(token.Else, "expected 'else' after 'if' expression")
	other := p.expression()
	return &syntax.IfExp{Span: p.from(start), Test: test, Body: e, Else: other}
}

func (p *parser) lambda() syntax.Expr {
	start := p.Tok.From
	p.advance()
	params := p.parameters(token.Colon)
	p.expect(token.Colon, "expected ':'")
	body := p.expression()
	return &syntax.Lambda{Span: p.from(start), Params: params, Body: body}
}

// binary parses an expression whose operators bind at least as tightly as level.
func (p *parser) binary(level uint8) syntax.Expr {
	start := p.Tok.From
	var left syntax.Expr
	if p.Tok.Kind == token.Not && level <= levelNot {
		left = p.not()
	} else {
		left = p.factor()
	}
	for links := 1; ; links++ {
		in := infix[p.Tok.Kind]
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
			p.advance()
			right := p.binary(in.level + 1)
			b := p.nodes.binOps.new()
			*b = syntax.BinOp{Span: p.from(start), Left: left, Op: in.op, Right: right}
			left = b
		}
	}
}

// boolean parses a chain of 'and' operators, or of 'or' operators.
func (p *parser) boolean(start token.Pos, left syntax.Expr, level uint8, op syntax.Op) syntax.Expr {
	base := len(p.exprs)
	p.exprs = append(p.exprs, left)
	for k := p.Tok.Kind; p.Tok.Kind == k; {
		p.advance()
		p.exprs = append(p.exprs, p.binary(level+1))
	}
	b := p.nodes.boolOps.new()
	*b = syntax.BoolOp{Span: p.from(start), Op: op, Values: p.take(base)}
	return b
}

// compare parses a chain of comparisons.
func (p *parser) compare(start token.Pos, left syntax.Expr) syntax.Expr {
	base := len(p.exprs)
	var few [4]syntax.Op
	ops := few[:0]
	for infix[p.Tok.Kind].level == levelCompare {
		op := infix[p.Tok.Kind].op
		first := p.Tok.Kind
		p.advance()
		switch {
		case first == token.Not:
			p.expect(token.In, "expected 'in' after 'not'")
		case first == token.Is && p.Tok.Kind == token.Not:
			p.advance()
			op = syntax.IsNot
		}
		ops = append(ops, op)
		p.exprs = append(p.exprs, p.binary(levelBitOr))
	}
	c := p.nodes.compares.new()
	*c = syntax.Compare{Span: p.from(start), Left: left, Ops: p.nodes.opLists.list(ops), Operands: p.take(base)}
	return c
}

func (p *parser) not() syntax.Expr {
	start := p.Tok.From
	p.advance()
	p.deeper()
	operand := p.binary(levelNot)
	p.nesting--
	return p.unary(start, syntax.Not, operand)
}

func (p *parser) unary(start token.Pos, op syntax.Op, operand syntax.Expr) syntax.Expr {
	u := p.nodes.unaryOps.new()
	*u = syntax.UnaryOp{Span: p.from(start), Op: op, Operand: operand}
	return u
}

// factor parses an operand with its unary operators and its power.
func (p *parser) factor() syntax.Expr {
	start := p.Tok.From
	var op syntax.Op
	switch p.Tok.Kind {
	case token.Minus:
		op = syntax.USub
	case token.Plus:
		op = syntax.UAdd
	case token.Tilde:
		op = syntax.Invert
	default:
		return p.power(start)
	}
	p.advance()
	p.deeper()
	operand := p.factor()
	p.nesting--
	return p.unary(start, op, operand)
}

func (p *parser) power(start token.Pos) syntax.Expr {
	var e syntax.Expr
	if p.Tok.Kind == token.Await {
		p.advance()
		p.deeper()
		value := p.primary()
		p.nesting--
		e = &syntax.Await{Span: p.from(start), Value: value}
	} else {
		e = p.primary()
	}
	if p.Tok.Kind != token.DoubleStar {
		return e
	}
	p.advance()
	p.deeper()
	right := p.factor()
	p.nesting--
	b := p.nodes.binOps.new()
	*b = syntax.BinOp{Span: p.from(start), Left: e, Op: syntax.Pow, Right: right}
	return b
}
