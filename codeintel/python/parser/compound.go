package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// ifStmt parses an if statement. It parses the elifs in a loop, although their nodes nest.
func (p *parser) ifStmt() syntax.Stmt {
	first := p.ifHead(false)
	last := first
	var chain []*syntax.If
	for links := 1; p.Tok.Kind == token.Elif; links++ {
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

func (p *parser) ifHead(elif bool) *syntax.If {
	start := p.Tok.From
	p.advance()
	s := p.nodes.ifs.new()
	s.Elif = elif
	s.Test = p.named()
	s.Body = p.block()
	s.Span = p.statementSpan(start, s.Test.End(), s.Body)
	return s
}

// elseBlock parses the else block, if any.
func (p *parser) elseBlock() []syntax.Stmt {
	if !p.accept(token.Else) {
		return nil
	}
	return p.block()
}

func (p *parser) while() syntax.Stmt {
	start := p.Tok.From
	p.advance()
	s := &syntax.While{Test: p.named()}
	s.Body = p.block()
	s.Else = p.elseBlock()
	s.Span = p.statementSpan(start, max(s.Test.End(), bodyEnd(s.Body)), s.Else)
	return s
}

func (p *parser) forStmt(start token.Pos, async bool) syntax.Stmt {
	p.advance()
	s := &syntax.For{Async: async, Target: p.targets()}
	p.expect(token.In, "expected 'in'")
	s.Iter = p.expressions()
	s.Body = p.block()
	s.Else = p.elseBlock()
	s.Span = p.statementSpan(start, max(s.Iter.End(), bodyEnd(s.Body)), s.Else)
	return s
}

func (p *parser) with(start token.Pos, async bool) syntax.Stmt {
	p.advance()
	s := &syntax.With{Async: async}
	if p.Tok.Kind != token.LParen || !p.parenthesizedItems(s) {
		s.Items = p.withItems()
	}
	head := p.prevEnd()
	s.Body = p.block()
	s.Span = p.statementSpan(start, head, s.Body)
	return s
}

// parenthesizedItems parses the items of a with statement in parentheses. It returns false and
// consumes nothing if the parentheses belong to an expression.
func (p *parser) parenthesizedItems(s *syntax.With) bool {
	before := p.mark()
	p.advance()
	items := []*syntax.WithItem{p.withItem()}
	for p.accept(token.Comma) && p.Tok.Kind != token.RParen {
		items = append(items, p.withItem())
	}
	if p.accept(token.RParen) && p.Tok.Kind == token.Colon && !p.failed {
		s.Items = items
		return true
	}
	p.reset(before)
	return false
}

func (p *parser) withItems() []*syntax.WithItem {
	items := []*syntax.WithItem{p.withItem()}
	for p.accept(token.Comma) {
		items = append(items, p.withItem())
	}
	return items
}

func (p *parser) withItem() *syntax.WithItem {
	start := p.Tok.From
	i := &syntax.WithItem{Context: p.expression()}
	if p.accept(token.As) {
		i.Target = p.starredOr((*parser).operand)
	}
	i.Span = p.from(start)
	return i
}

func (p *parser) try() syntax.Stmt {
	start := p.Tok.From
	s := &syntax.Try{}
	p.advance()
	s.Body = p.block()
	end := max(start+token.Pos(len("try")), bodyEnd(s.Body))
	for p.Tok.Kind == token.Except {
		h := p.handler(s)
		s.Handlers = append(s.Handlers, h)
		end = h.To
	}
	s.Else = p.elseBlock()
	if p.accept(token.Finally) {
		s.Finally = p.block()
	} else if len(s.Handlers) == 0 {
		p.report(p.Tok.From, "expected 'except' or 'finally' block")
	}
	s.Span = token.Span{From: start, To: max(end, bodyEnd(s.Else), bodyEnd(s.Finally))}
	return s
}

func (p *parser) handler(s *syntax.Try) *syntax.ExceptHandler {
	start := p.Tok.From
	h := &syntax.ExceptHandler{}
	p.advance()
	s.Star = p.accept(token.Star) || s.Star
	if p.Tok.Kind != token.Colon {
		at := p.Tok.From
		h.Type = p.expression()
		if p.Tok.Kind == token.Comma {
			h.Type = p.tupleFrom(at, h.Type, (*parser).expression)
		}
		if p.accept(token.As) {
			h.Name = p.ident()
		}
	}
	head := p.prevEnd()
	h.Body = p.block()
	h.Span = p.statementSpan(start, head, h.Body)
	return h
}
