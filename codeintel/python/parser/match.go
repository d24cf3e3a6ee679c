package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// match parses a match statement. It returns nil and consumes nothing if the word 'match' is a
// name here.
func (p *parser) match() syntax.Stmt {
	before := p.mark()
	start := p.Tok.From
	p.advance()
	if !p.beginsExpression() {
		p.reset(before)
		return nil
	}
	s := &syntax.Match{Subject: p.subject()}
	if !p.accept(token.Colon) || p.Tok.Kind != token.Newline {
		p.reset(before)
		return nil
	}
	head := p.prevEnd()
	p.advance()
	s.Span = token.Span{From: start, To: head}
	if p.Tok.Kind != token.Indent {
		p.report(p.Tok.From, "expected an indented block after 'match' statement")
		return s
	}
	p.deeper()
	p.advance()
	for p.Tok.Kind != token.Dedent && p.Tok.Kind != token.EOF && !p.tooDeep {
		if !p.isName("case") {
			// The statement is not a case: keep only the statements of its block.
			p.report(p.Tok.From, "invalid syntax: expected 'case'")
			base := len(p.stmts)
			p.statement()
			body := p.takeStmts(base)
			s.Cases = append(s.Cases, &syntax.MatchCase{Span: token.Span{From: p.Tok.From, To: p.Tok.From}, Body: body})
			continue
		}
		s.Cases = append(s.Cases, p.matchCase())
	}
	p.accept(token.Dedent)
	p.nesting--
	for _, c := range s.Cases {
		s.To = max(s.To, c.To)
	}
	return s
}

func (p *parser) subject() syntax.Expr {
	start := p.Tok.From
	e := p.starredOr((*parser).named)
	if p.Tok.Kind != token.Comma {
		return e
	}
	return p.tupleFrom(start, e, (*parser).named)
}

func (p *parser) matchCase() *syntax.MatchCase {
	start := p.Tok.From
	p.advance()
	c := &syntax.MatchCase{Pattern: p.openPattern()}
	if p.accept(token.If) {
		c.Guard = p.named()
	}
	head := p.prevEnd()
	c.Body = p.block()
	c.Span = p.statementSpan(start, head, c.Body)
	return c
}
