package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// async parses a statement that starts with the keyword 'async'. decorators are the decorators
// before the statement.
func (p *parser) async(decorators []syntax.Expr) syntax.Stmt {
	start := p.Tok.From
	p.advance()
	switch p.Tok.Kind {
	case token.Def:
		return p.function(start, decorators, true)
	case token.For:
		return p.forStmt(start, true)
	case token.With:
		return p.with(start, true)
	}
	p.fail("invalid syntax: expected 'def', 'for' or 'with' after 'async'")
	p.resync()
	return &syntax.Bad{Span: p.from(start), Exprs: decorators}
}

// decorated parses decorators and the function or class after them.
func (p *parser) decorated() syntax.Stmt {
	start := p.Tok.From
	base := len(p.exprs)
	for p.Tok.Kind == token.At {
		p.advance()
		p.exprs = append(p.exprs, p.named())
		if !p.accept(token.Newline) {
			p.fail("invalid syntax: a line break is missing")
			p.resync()
		}
	}
	decorators := p.take(base)
	switch p.Tok.Kind {
	case token.Def:
		return p.function(p.Tok.From, decorators, false)
	case token.Class:
		return p.class(decorators)
	case token.Async:
		return p.async(decorators)
	}
	p.report(p.Tok.From, "invalid syntax: a function or class is missing")
	return &syntax.Bad{Span: p.from(start), Exprs: decorators}
}

// file parses all statements of the file.
func (p *parser) file() []syntax.Stmt {
	base := len(p.stmts)
	for p.Tok.Kind != token.EOF && !p.tooDeep {
		p.statement()
	}
	return p.takeStmts(base)
}

// statement parses one compound statement or one line of simple statements. It consumes at
// least one token, and afterwards the parser has recovered unless it has abandoned the file.
func (p *parser) statement() {
	switch p.Tok.Kind {
	case token.Newline, token.Dedent: // an extra dedent follows a block with an error
		p.advance()
		return
	case token.Indent:
		p.report(p.Tok.From, "unexpected indent")
		p.indented()
		return
	}
	s := p.compound()
	if s == nil {
		p.line()
		return
	}
	p.stmts = append(p.stmts, s)
	if p.failed {
		p.resync()
	}
}

// compound parses a compound statement; it returns nil if none starts here.
func (p *parser) compound() syntax.Stmt {
	switch p.Tok.Kind {
	case token.If:
		return p.ifStmt()
	case token.Def:
		return p.function(p.Tok.From, nil, false)
	case token.Class:
		return p.class(nil)
	case token.At:
		return p.decorated()
	case token.For:
		return p.forStmt(p.Tok.From, false)
	case token.Try:
		return p.try()
	case token.With:
		return p.with(p.Tok.From, false)
	case token.While:
		return p.while()
	case token.Async:
		return p.async(nil)
	case token.Name:
		if p.isName("match") {
			if s := p.match(); s != nil {
				return s
			}
		}
	}
	return nil
}
