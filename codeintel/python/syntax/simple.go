package syntax

// simple reads a simple statement up to the semicolon or the end of the line.
func (p *parser) simple() Stmt {
	start := p.tok.from
	switch p.tok.kind {
	case tokReturn:
		p.next()
		s := p.nodes.returns.new()
		if p.beginsExpression() {
			s.Value = p.expressions()
		}
		s.Span = p.from(start)
		return s
	case tokImport:
		return p.importStmt()
	case tokFrom:
		return p.importFrom()
	case tokRaise:
		return p.raise()
	case tokPass:
		p.next()
		return &Pass{p.from(start)}
	case tokBreak:
		p.next()
		return &Break{p.from(start)}
	case tokContinue:
		p.next()
		return &Continue{p.from(start)}
	case tokDel:
		p.next()
		targets := p.several()
		return &Delete{p.from(start), targets}
	case tokAssert:
		p.next()
		s := &Assert{Test: p.expression()}
		if p.accept(tokComma) {
			s.Message = p.expression()
		}
		s.Span = p.from(start)
		return s
	case tokGlobal:
		names := p.names()
		return &Global{p.from(start), names}
	case tokNonlocal:
		names := p.names()
		return &Nonlocal{p.from(start), names}
	case tokName:
		if s := p.soft(); s != nil {
			return s
		}
	}
	return p.expressionStmt()
}

// several reads expressions with commas between them.
func (p *parser) several() []Expr {
	base := len(p.exprs)
	for p.beginsExpression() || len(p.exprs) == base {
		p.exprs = append(p.exprs, p.starOr((*parser).expression))
		if !p.accept(tokComma) {
			break
		}
	}
	return p.take(base)
}

// names reads what follows global or nonlocal.
func (p *parser) names() []Ident {
	p.next()
	list := []Ident{p.ident()}
	for p.accept(tokComma) {
		list = append(list, p.ident())
	}
	return list
}

func (p *parser) raise() Stmt {
	start := p.tok.from
	p.next()
	s := &Raise{}
	if p.beginsExpression() {
		s.Exc = p.expression()
		if p.accept(tokFrom) {
			s.Cause = p.expression()
		} else if p.tok.kind == tokComma {
			p.report(p.tok.from, "raise with several values is Python 2")
			p.next()
			s.More = p.several()
		}
	}
	s.Span = p.from(start)
	return s
}

// expressionStmt reads an expression, or an assignment of any kind.
func (p *parser) expressionStmt() Stmt {
	start := p.tok.from
	e := p.value()
	switch p.tok.kind {
	case tokAssign:
		return p.assign(start, e)
	case tokAugmented:
		op := p.augmented
		p.next()
		value := p.value()
		return &AugAssign{p.from(start), e, op, value}
	case tokColon:
		p.next()
		s := &AnnAssign{Target: e, Annotation: p.expression()}
		if p.accept(tokAssign) {
			s.Value = p.value()
		}
		s.Span = p.from(start)
		return s
	}
	s := p.nodes.exprStmts.new()
	*s = ExprStmt{p.from(start), e}
	return s
}

// value reads what can be assigned.
func (p *parser) value() Expr {
	if p.tok.kind == tokYield {
		return p.yield()
	}
	return p.expressions()
}

func (p *parser) assign(start Pos, first Expr) Stmt {
	base := len(p.exprs)
	p.exprs = append(p.exprs, first)
	for p.accept(tokAssign) {
		p.exprs = append(p.exprs, p.value())
	}
	s := p.nodes.assigns.new()
	s.Value = p.exprs[len(p.exprs)-1]
	p.exprs = p.exprs[:len(p.exprs)-1]
	s.Targets = p.take(base)
	s.Span = p.from(start)
	return s
}
