package syntax

// file reads all statements.
func (p *parser) file() []Stmt {
	base := len(p.stmts)
	for p.tok.kind != tokEOF && !p.tooDeep {
		p.statement()
	}
	return p.takeStmts(base)
}

func (p *parser) takeStmts(base int) []Stmt {
	list := p.nodes.stmtLists.list(p.stmts[base:])
	clear(p.stmts[base:])
	p.stmts = p.stmts[:base]
	return list
}

// statement reads one compound statement or one line of simple ones. It never
// leaves the parser failed, unless for good, and reads at least one token.
func (p *parser) statement() {
	switch p.tok.kind {
	case tokNewline, tokDedent: // a dedent too many follows a block that failed
		p.next()
		return
	case tokIndent:
		p.report(p.tok.from, "unexpected indent")
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

// compound reads a compound statement; nil if none begins here.
func (p *parser) compound() Stmt {
	switch p.tok.kind {
	case tokIf:
		return p.ifStmt()
	case tokDef:
		return p.function(p.tok.from, nil, false)
	case tokClass:
		return p.class(nil)
	case tokAt:
		return p.decorated()
	case tokFor:
		return p.forStmt(p.tok.from, false)
	case tokTry:
		return p.try()
	case tokWith:
		return p.with(p.tok.from, false)
	case tokWhile:
		return p.while()
	case tokAsync:
		return p.async(nil)
	case tokName:
		if p.atWord("match") {
			if s := p.match(); s != nil {
				return s
			}
		}
	}
	return nil
}

// line reads the simple statements of a line.
func (p *parser) line() {
	for {
		first := p.tok
		s := p.simple()
		p.stmts = append(p.stmts, s)
		if p.tok.kind == tokSemicolon {
			p.next()
			if p.tok.kind == tokNewline {
				p.next()
				return
			}
			if p.tok.kind != tokEOF {
				continue
			}
			return
		}
		if p.tok.kind == tokNewline {
			p.next()
			return
		}
		p.fail("invalid syntax")
		p.resync()
		if p.tok.kind == tokIndent {
			// What could not be read had a block.
			base := len(p.stmts)
			p.indented()
			body := p.takeStmts(base)
			p.stmts[base-1] = bad(first.from, s, body)
		}
		return
	}
}

// bad makes a statement of what was understood of one and of the block below it.
func bad(from Pos, s Stmt, body []Stmt) *Bad {
	b := &Bad{Span: Span{from, s.End()}, Body: body}
	Children(s, func(n Node) {
		if e, ok := n.(Expr); ok {
			b.Exprs = append(b.Exprs, e)
		}
	})
	b.To = max(b.To, bodyEnd(body))
	return b
}

// bodyEnd returns the end of the last statement of a block, 0 if there is none.
func bodyEnd(body []Stmt) Pos {
	if len(body) == 0 {
		return 0
	}
	return body[len(body)-1].End()
}

// indented reads the statements from an indent to its dedent.
func (p *parser) indented() {
	p.deeper()
	p.next()
	for p.tok.kind != tokDedent && p.tok.kind != tokEOF && !p.tooDeep {
		p.statement()
	}
	p.accept(tokDedent)
	p.nesting--
}

// block reads what follows the head of a compound statement, from the colon on. If
// the head failed, the block is read all the same.
func (p *parser) block() []Stmt {
	base := len(p.stmts)
	p.expect(tokColon, "expected ':'")
	if p.failed {
		if p.resync(); p.tok.kind == tokIndent {
			p.indented()
		}
		return p.takeStmts(base)
	}
	if p.tok.kind != tokNewline {
		p.deeper()
		p.line()
		p.nesting--
		return p.takeStmts(base)
	}
	p.next()
	if p.tok.kind == tokIndent {
		p.indented()
	} else {
		p.report(p.tok.from, "expected an indented block")
	}
	return p.takeStmts(base)
}

// resync goes on behind a failure, at the next logical line. Where brackets were
// not closed, that is the next line that looks like the begin of a statement.
func (p *parser) resync() {
	p.recover()
	for !p.failed {
		switch k := p.tok.kind; {
		case k == tokEOF:
			p.depth = 0
			return
		case k == tokNewline:
			p.next()
			return
		case k == tokIndent, k == tokDedent:
			return
		case p.depth > 0 && p.looksLikeStatement():
			p.depth = 0
			p.pos = p.startOfLine(p.tok.from)
			p.lineStart = true
			p.tok = token{tokNewline, p.pos, p.pos}
			p.next()
			return
		case k == tokJoined:
			p.skipJoined()
		}
		p.next()
	}
}

// looksLikeStatement reports a token that begins a line and is in no expression, or
// that stands no further right than the block and closes nothing.
func (p *parser) looksLikeStatement() bool {
	switch k := p.tok.kind; {
	case !p.firstOnLine(int(p.tok.from)):
		return false
	case beginsStatement[k]:
		return true
	case k == tokRParen, k == tokRBracket, k == tokRBrace, k == tokInvalid:
		return false
	}
	column := indent(p.tok.from - p.startOfLine(p.tok.from))
	return column <= p.indents[len(p.indents)-1]
}

func (p *parser) startOfLine(at Pos) Pos {
	for at > 0 && p.text[at-1] != '\n' && p.text[at-1] != '\r' {
		at--
	}
	return at
}

// skipJoined skips the rest of an f-string without looking at its fields.
func (p *parser) skipJoined() {
	n := 1
	if p.text[p.tok.to-2] == p.text[p.tok.to-1] {
		n = 3
	}
	end, _ := p.closing(int(p.tok.to), p.text[p.tok.to-1], n)
	p.tok.to, p.pos = Pos(end), Pos(end)
}
