package syntax

// match reads a match statement; nil, and nothing read, if match is a name here.
func (p *parser) match() Stmt {
	before := p.mark()
	start := p.tok.from
	p.next()
	if !p.beginsExpression() {
		p.reset(before)
		return nil
	}
	s := &Match{Subject: p.subject()}
	if !p.accept(tokColon) || p.tok.kind != tokNewline {
		p.reset(before)
		return nil
	}
	head := p.behind()
	p.next()
	s.Span = Span{start, head}
	if p.tok.kind != tokIndent {
		p.report(p.tok.from, "expected an indented block after 'match' statement")
		return s
	}
	p.deeper()
	p.next()
	for p.tok.kind != tokDedent && p.tok.kind != tokEOF && !p.tooDeep {
		if !p.atWord("case") {
			// It is no case: what it is gets lost, what is in it does not.
			p.report(p.tok.from, "invalid syntax: expected 'case'")
			base := len(p.stmts)
			p.statement()
			body := p.takeStmts(base)
			s.Cases = append(s.Cases, &MatchCase{Span: Span{p.tok.from, p.tok.from}, Body: body})
			continue
		}
		s.Cases = append(s.Cases, p.matchCase())
	}
	p.accept(tokDedent)
	p.nesting--
	for _, c := range s.Cases {
		s.To = max(s.To, c.To)
	}
	return s
}

func (p *parser) subject() Expr {
	start := p.tok.from
	e := p.starOr((*parser).named)
	if p.tok.kind != tokComma {
		return e
	}
	return p.tupleFrom(start, e, (*parser).named)
}

func (p *parser) matchCase() *MatchCase {
	start := p.tok.from
	p.next()
	c := &MatchCase{Pattern: p.openPattern()}
	if p.accept(tokIf) {
		c.Guard = p.named()
	}
	head := p.behind()
	c.Body = p.block()
	c.Span = p.upTo(start, head, c.Body)
	return c
}

// openPattern reads a pattern, or a sequence of them without brackets.
func (p *parser) openPattern() Pattern {
	start := p.tok.from
	first := p.starPattern()
	if _, star := first.(*MatchStar); !star && p.tok.kind != tokComma {
		return first
	}
	base := len(p.patterns)
	p.patterns = append(p.patterns, first)
	for p.accept(tokComma) && p.tok.kind != tokColon && p.tok.kind != tokIf {
		p.patterns = append(p.patterns, p.starPattern())
	}
	return &MatchSequence{p.from(start), p.takePatterns(base)}
}

func (p *parser) takePatterns(base int) []Pattern {
	list := append([]Pattern(nil), p.patterns[base:]...)
	p.patterns = p.patterns[:base]
	return list
}

// starPattern reads a pattern or *name.
func (p *parser) starPattern() Pattern {
	start := p.tok.from
	if !p.accept(tokStar) {
		return p.asPattern()
	}
	name := p.capture()
	return &MatchStar{p.from(start), name}
}

// capture reads a name; that of _ is empty.
func (p *parser) capture() Ident {
	id := p.ident()
	if id.Name == "_" {
		id.Name = ""
	}
	return id
}

func (p *parser) asPattern() Pattern {
	p.deeper()
	defer func() { p.nesting-- }()
	start := p.tok.from
	pattern := p.orPattern()
	if !p.accept(tokAs) {
		return pattern
	}
	name := p.ident()
	return &MatchAs{p.from(start), pattern, name}
}

func (p *parser) orPattern() Pattern {
	start := p.tok.from
	first := p.closedPattern()
	if p.tok.kind != tokVBar {
		return first
	}
	base := len(p.patterns)
	p.patterns = append(p.patterns, first)
	for p.accept(tokVBar) {
		p.patterns = append(p.patterns, p.closedPattern())
	}
	return &MatchOr{p.from(start), p.takePatterns(base)}
}
