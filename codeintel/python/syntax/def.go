package syntax

// decorated reads decorators and the function or class below them.
func (p *parser) decorated() Stmt {
	start := p.tok.from
	base := len(p.exprs)
	for p.tok.kind == tokAt {
		p.next()
		p.exprs = append(p.exprs, p.named())
		if !p.accept(tokNewline) {
			p.fail("invalid syntax: a line break is missing")
			p.resync()
		}
	}
	decorators := p.take(base)
	switch p.tok.kind {
	case tokDef:
		return p.function(p.tok.from, decorators, false)
	case tokClass:
		return p.class(decorators)
	case tokAsync:
		return p.async(decorators)
	}
	p.report(p.tok.from, "invalid syntax: a function or class is missing")
	return &Bad{Span: p.from(start), Exprs: decorators}
}

func (p *parser) function(start Pos, decorators []Expr, async bool) Stmt {
	p.next()
	f := p.nodes.functions.new()
	f.Decorators, f.Async = decorators, async
	f.Name = p.ident()
	f.TypeParams = p.typeParams()
	p.expect(tokLParen, "expected '('")
	f.Params = p.parameters(tokRParen)
	p.expect(tokRParen, "invalid syntax: '(' was never closed, or a comma is missing")
	if p.accept(tokArrow) {
		f.Returns = p.expression()
	}
	head := p.behind()
	f.Body = p.block()
	f.Span = p.upTo(start, head, f.Body)
	return f
}

func (p *parser) class(decorators []Expr) Stmt {
	start := p.tok.from
	p.next()
	c := &ClassDef{Decorators: decorators}
	c.Name = p.ident()
	c.TypeParams = p.typeParams()
	if p.tok.kind == tokLParen {
		c.Bases, c.Keywords = p.arguments()
	}
	head := p.behind()
	c.Body = p.block()
	c.Span = p.upTo(start, head, c.Body)
	return c
}

// typeParams reads type parameters in brackets, if there are any.
func (p *parser) typeParams() []*TypeParam {
	if !p.accept(tokLBracket) {
		return nil
	}
	var list []*TypeParam
	for p.tok.kind != tokRBracket {
		list = append(list, p.typeParam())
		if !p.accept(tokComma) {
			break
		}
	}
	p.expect(tokRBracket, "invalid syntax: '[' was never closed, or a comma is missing")
	return list
}

func (p *parser) typeParam() *TypeParam {
	start := p.tok.from
	t := &TypeParam{}
	switch {
	case p.accept(tokStar):
		t.Kind = TypeVarTuple
	case p.accept(tokDoubleStar):
		t.Kind = ParamSpec
	}
	t.Name = p.ident()
	if p.accept(tokColon) {
		t.Bound = p.expression()
	}
	if p.accept(tokAssign) {
		t.Default = p.starOr((*parser).expression)
	}
	t.Span = p.from(start)
	return t
}

// parameters reads those of a function or, up to a colon, of a lambda, which have
// no annotations.
func (p *parser) parameters(end kind) *Parameters {
	start := p.tok.from
	base := len(p.params)
	named := PositionalOrKeyword
	for p.tok.kind != end {
		first := p.tok.from
		switch {
		case p.accept(tokSlash):
			for _, before := range p.params[base:] {
				before.Kind = PositionalOnly
			}
		case p.accept(tokDoubleStar):
			p.parameter(first, VarKeyword, end)
		case p.accept(tokStar):
			named = KeywordOnly
			if p.tok.kind != tokComma {
				p.parameter(first, VarPositional, end)
			}
		default:
			p.parameter(first, named, end)
		}
		if !p.accept(tokComma) {
			break
		}
	}
	ps := p.nodes.parameters.new()
	ps.List = p.nodes.paramLists.list(p.params[base:])
	ps.Span = Span{start, max(start, p.behind())}
	p.params = p.params[:base]
	return ps
}

// parameter reads a parameter from its name on.
func (p *parser) parameter(start Pos, k ParameterKind, end kind) {
	param := p.nodes.params.new()
	param.Kind = k
	if p.tok.kind == tokLParen { // Python 2
		p.report(start, "parameters that are unpacked are Python 2")
		param.Unpacked = p.atom()
	} else {
		param.Name = p.ident()
	}
	if end == tokRParen && p.accept(tokColon) {
		param.Annotation = p.starOr((*parser).expression)
	}
	if p.accept(tokAssign) {
		param.Default = p.expression()
	}
	param.Span = p.from(start)
	if !p.failed || param.Name.Name != "" {
		p.params = append(p.params, param)
	}
}
