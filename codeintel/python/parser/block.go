package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// statementSpan returns the span of a statement from its start to the end of its block, or to
// the end of its head if the block is empty.
func (p *parser) statementSpan(start, head token.Pos, body []syntax.Stmt) token.Span {
	return token.Span{From: start, To: max(start, head, bodyEnd(body))}
}

func (p *parser) takeStmts(base int) []syntax.Stmt {
	list := p.nodes.stmtLists.list(p.stmts[base:])
	clear(p.stmts[base:])
	p.stmts = p.stmts[:base]
	return list
}

// line parses the simple statements of one line.
func (p *parser) line() {
	for {
		first := p.Tok
		s := p.simple()
		p.stmts = append(p.stmts, s)
		if p.Tok.Kind == token.Semicolon {
			p.advance()
			if p.Tok.Kind == token.Newline {
				p.advance()
				return
			}
			if p.Tok.Kind != token.EOF {
				continue
			}
			return
		}
		if p.Tok.Kind == token.Newline {
			p.advance()
			return
		}
		p.fail("invalid syntax")
		p.resync()
		if p.Tok.Kind == token.Indent {
			// A block follows the statement that could not be parsed.
			base := len(p.stmts)
			p.indented()
			body := p.takeStmts(base)
			p.stmts[base-1] = bad(first.From, s, body)
		}
		return
	}
}

// bad returns a Bad statement with the expressions of s and with body, the block below s.
func bad(from token.Pos, s syntax.Stmt, body []syntax.Stmt) *syntax.Bad {
	b := &syntax.Bad{Span: token.Span{From: from, To: s.End()}, Body: body}
	syntax.Children(s, func(n syntax.Node) {
		if e, ok := n.(syntax.Expr); ok {
			b.Exprs = append(b.Exprs, e)
		}
	})
	b.To = max(b.To, bodyEnd(body))
	return b
}

// bodyEnd returns the end of the last statement of a block, or 0 for an empty block.
func bodyEnd(body []syntax.Stmt) token.Pos {
	if len(body) == 0 {
		return 0
	}
	return body[len(body)-1].End()
}

// indented parses the statements between an indent and its dedent.
func (p *parser) indented() {
	p.deeper()
	p.advance()
	for p.Tok.Kind != token.Dedent && p.Tok.Kind != token.EOF && !p.tooDeep {
		p.statement()
	}
	p.accept(token.Dedent)
	p.nesting--
}

// block parses the block of a compound statement, starting at the colon. After a syntax error
// in the head it still parses the block.
func (p *parser) block() []syntax.Stmt {
	base := len(p.stmts)
	p.expect(token.Colon, "expected ':'")
	if p.failed {
		if p.resync(); p.Tok.Kind == token.Indent {
			p.indented()
		}
		return p.takeStmts(base)
	}
	if p.Tok.Kind != token.Newline {
		p.deeper()
		p.line()
		p.nesting--
		return p.takeStmts(base)
	}
	p.advance()
	if p.Tok.Kind == token.Indent {
		p.indented()
	} else {
		p.report(p.Tok.From, "expected an indented block")
	}
	return p.takeStmts(base)
}

// resync continues after a syntax error at the next logical line. If brackets are still open,
// it continues at the next line that looks like the start of a statement.
func (p *parser) resync() {
	p.recover()
	for !p.failed {
		switch k := p.Tok.Kind; {
		case k == token.EOF:
			p.Depth = 0
			return
		case k == token.Newline:
			p.advance()
			return
		case k == token.Indent, k == token.Dedent:
			return
		case p.Depth > 0 && p.looksLikeStatement():
			p.Depth = 0
			p.Pos = p.startOfLine(p.Tok.From)
			p.LineStart = true
			p.Tok = token.Token{Kind: token.Newline, From: p.Pos, To: p.Pos}
			p.advance()
			return
		case k == token.Joined:
			p.skipJoined()
		}
		p.advance()
	}
}

// looksLikeStatement reports whether the token starts a line and, in addition, either cannot
// be part of an expression, or is indented no deeper than the block and closes no bracket.
func (p *parser) looksLikeStatement() bool {
	switch k := p.Tok.Kind; {
	case !p.FirstOnLine(int(p.Tok.From)):
		return false
	case beginsStatement[k]:
		return true
	case k == token.RParen, k == token.RBracket, k == token.RBrace, k == token.Invalid:
		return false
	}
	column := lexer.Indent(p.Tok.From - p.startOfLine(p.Tok.From))
	return column <= p.Indents[len(p.Indents)-1]
}

func (p *parser) startOfLine(at token.Pos) token.Pos {
	for at > 0 && p.Text[at-1] != '\n' && p.Text[at-1] != '\r' {
		at--
	}
	return at
}

// skipJoined skips the rest of an f-string without parsing its fields.
func (p *parser) skipJoined() {
	n := 1
	if p.Text[p.Tok.To-2] == p.Text[p.Tok.To-1] {
		n = 3
	}
	end, _ := p.Closing(int(p.Tok.To), p.Text[p.Tok.To-1], n)
	p.Tok.To, p.Pos = token.Pos(end), token.Pos(end)
}
