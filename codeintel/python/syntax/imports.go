package syntax

func (p *parser) importStmt() Stmt {
	start := p.tok.from
	p.next()
	s := &Import{}
	for {
		s.Names = append(s.Names, p.alias(p.dotted))
		if !p.accept(tokComma) {
			break
		}
	}
	s.Span = p.from(start)
	return s
}

func (p *parser) importFrom() Stmt {
	start := p.tok.from
	p.next()
	s := &ImportFrom{}
	for {
		if p.accept(tokDot) {
			s.Level++
		} else if p.accept(tokEllipsis) {
			s.Level += 3
		} else {
			break
		}
	}
	if s.Level == 0 || p.tok.kind == tokName {
		s.Module = p.dotted()
	}
	p.expect(tokImport, "expected 'import'")
	switch p.tok.kind {
	case tokStar:
		a := p.nodes.aliases.new()
		star := Span{p.tok.from, p.tok.to}
		*a = Alias{Span: star, Name: Ident{star, "*"}}
		s.Names = []*Alias{a}
		p.next()
	case tokLParen:
		p.next()
		for p.tok.kind != tokRParen {
			s.Names = append(s.Names, p.alias(p.ident))
			if !p.accept(tokComma) {
				break
			}
		}
		p.expect(tokRParen, "invalid syntax: '(' was never closed, or a comma is missing")
	default:
		s.Names = append(s.Names, p.alias(p.ident))
		for p.accept(tokComma) {
			s.Names = append(s.Names, p.alias(p.ident))
		}
	}
	s.Span = p.from(start)
	return s
}

// alias reads a name and what it is imported as.
func (p *parser) alias(name func() Ident) *Alias {
	start := p.tok.from
	a := p.nodes.aliases.new()
	a.Name = name()
	if p.accept(tokAs) {
		a.AsName = p.ident()
	}
	a.Span = p.from(start)
	return a
}

// dotted reads names with dots between them, as one without blanks.
func (p *parser) dotted() Ident {
	id := p.ident()
	for p.accept(tokDot) {
		name := p.ident()
		// Mostly the text has it as it is needed.
		if name.To-id.From == Pos(len(id.Name)+1+len(name.Name)) {
			id.Name = p.text[id.From:name.To]
		} else {
			id.Name += "." + name.Name
		}
		id.To = name.To
	}
	return id
}
