package syntax

// ifStmt reads an if statement. The elifs nest, but are read in a loop.
func (p *parser) ifStmt() Stmt {
	first := p.ifHead(false)
	last := first
	var chain []*If
	for links := 1; p.tok.kind == tokElif; links++ {
		p.link(links)
		next := p.ifHead(true)
		p.stmts = append(p.stmts, next)
		last.Else = p.takeStmts(len(p.stmts) - 1)
		chain = append(chain, last)
		last = next
	}
	last.Else = p.elseBlock()
	last.To = max(last.To, bodyEnd(last.Else))
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].To = last.To
	}
	return first
}

func (p *parser) ifHead(elif bool) *If {
	start := p.tok.from
	p.next()
	s := p.nodes.ifs.new()
	s.Elif = elif
	s.Test = p.named()
	s.Body = p.block()
	s.Span = p.upTo(start, s.Test.End(), s.Body)
	return s
}

// upTo returns the span of a statement from its start to the end of its block or, if
// that is empty, to the end of its head.
func (p *parser) upTo(start, head Pos, body []Stmt) Span {
	return Span{start, max(start, head, bodyEnd(body))}
}

// elseBlock reads the block behind else, if there is one.
func (p *parser) elseBlock() []Stmt {
	if !p.accept(tokElse) {
		return nil
	}
	return p.block()
}

func (p *parser) while() Stmt {
	start := p.tok.from
	p.next()
	s := &While{Test: p.named()}
	s.Body = p.block()
	s.Else = p.elseBlock()
	s.Span = p.upTo(start, max(s.Test.End(), bodyEnd(s.Body)), s.Else)
	return s
}

func (p *parser) forStmt(start Pos, async bool) Stmt {
	p.next()
	s := &For{Async: async, Target: p.targets()}
	p.expect(tokIn, "expected 'in'")
	s.Iter = p.expressions()
	s.Body = p.block()
	s.Else = p.elseBlock()
	s.Span = p.upTo(start, max(s.Iter.End(), bodyEnd(s.Body)), s.Else)
	return s
}

// async reads the statement that async begins, which decorators may stand before.
func (p *parser) async(decorators []Expr) Stmt {
	start := p.tok.from
	p.next()
	switch p.tok.kind {
	case tokDef:
		return p.function(start, decorators, true)
	case tokFor:
		return p.forStmt(start, true)
	case tokWith:
		return p.with(start, true)
	}
	p.fail("invalid syntax: expected 'def', 'for' or 'with' after 'async'")
	p.resync()
	return &Bad{Span: p.from(start), Exprs: decorators}
}

func (p *parser) with(start Pos, async bool) Stmt {
	p.next()
	s := &With{Async: async}
	if p.tok.kind != tokLParen || !p.parenthesizedItems(s) {
		s.Items = p.withItems()
	}
	head := p.behind()
	s.Body = p.block()
	s.Span = p.upTo(start, head, s.Body)
	return s
}

// parenthesizedItems reads the items of a with statement in parentheses. If the
// parentheses are part of an expression, it reads nothing.
func (p *parser) parenthesizedItems(s *With) bool {
	before := p.mark()
	p.next()
	items := []*WithItem{p.withItem()}
	for p.accept(tokComma) && p.tok.kind != tokRParen {
		items = append(items, p.withItem())
	}
	if p.accept(tokRParen) && p.tok.kind == tokColon && !p.failed {
		s.Items = items
		return true
	}
	p.reset(before)
	return false
}

func (p *parser) withItems() []*WithItem {
	items := []*WithItem{p.withItem()}
	for p.accept(tokComma) {
		items = append(items, p.withItem())
	}
	return items
}

func (p *parser) withItem() *WithItem {
	start := p.tok.from
	i := &WithItem{Context: p.expression()}
	if p.accept(tokAs) {
		i.Target = p.starOr((*parser).operand)
	}
	i.Span = p.from(start)
	return i
}

func (p *parser) try() Stmt {
	start := p.tok.from
	s := &Try{}
	p.next()
	s.Body = p.block()
	end := max(start+Pos(len("try")), bodyEnd(s.Body))
	for p.tok.kind == tokExcept {
		h := p.handler(s)
		s.Handlers = append(s.Handlers, h)
		end = h.To
	}
	s.Else = p.elseBlock()
	if p.accept(tokFinally) {
		s.Finally = p.block()
	} else if len(s.Handlers) == 0 {
		p.report(p.tok.from, "expected 'except' or 'finally' block")
	}
	s.Span = Span{start, max(end, bodyEnd(s.Else), bodyEnd(s.Finally))}
	return s
}

func (p *parser) handler(s *Try) *ExceptHandler {
	start := p.tok.from
	h := &ExceptHandler{}
	p.next()
	s.Star = p.accept(tokStar) || s.Star
	if p.tok.kind != tokColon {
		at := p.tok.from
		h.Type = p.expression()
		if p.tok.kind == tokComma {
			h.Type = p.tupleFrom(at, h.Type, (*parser).expression)
		}
		if p.accept(tokAs) {
			h.Name = p.ident()
		}
	}
	head := p.behind()
	h.Body = p.block()
	h.Span = p.upTo(start, head, h.Body)
	return h
}
