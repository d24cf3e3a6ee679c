package syntax

// soft reads a statement that begins with a word that is a keyword only there; nil
// if the word is a name.
func (p *parser) soft() Stmt {
	switch p.text[p.tok.from:p.tok.to] {
	case "type":
		if p.nextIs(tokName) {
			return p.typeAlias()
		}
	case "print":
		if p.operandFollows() {
			return p.print()
		}
	case "exec":
		if p.operandFollows() {
			return p.exec()
		}
	}
	return nil
}

// nextIs reports whether the token after the current one is of a kind.
func (p *parser) nextIs(k kind) bool {
	before := p.mark()
	p.next()
	is := p.tok.kind == k
	p.reset(before)
	return is
}

// operandFollows reports whether the current name cannot be an operand, because
// another one follows.
func (p *parser) operandFollows() bool {
	before := p.mark()
	p.next()
	follows := beginsOperand[p.tok.kind]
	p.reset(before)
	return follows
}

func (p *parser) typeAlias() Stmt {
	start := p.tok.from
	p.next()
	s := &TypeAlias{Name: p.ident()}
	s.TypeParams = p.typeParams()
	p.expect(tokAssign, "expected '='")
	s.Value = p.expression()
	s.Span = p.from(start)
	return s
}

// print reads the print statement of Python 2. One with >> or without values reads
// as an expression.
func (p *parser) print() Stmt {
	start := p.tok.from
	p.report(start, "Missing parentheses in call to 'print'. Did you mean print(...)?")
	p.next()
	values := p.several()
	return &Print{Span: p.from(start), Values: values}
}

// exec reads the exec statement of Python 2.
func (p *parser) exec() Stmt {
	start := p.tok.from
	p.report(start, "Missing parentheses in call to 'exec'. Did you mean exec(...)?")
	p.next()
	s := &Exec{Code: p.operand()}
	if p.accept(tokIn) {
		s.In = p.several()
	}
	s.Span = p.from(start)
	return s
}
