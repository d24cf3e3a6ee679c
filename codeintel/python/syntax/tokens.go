package syntax

// TokenKind is what a token is.
type TokenKind uint8

// The kinds of tokens. A literal with replacement fields is one Literal, followed by
// the tokens of its fields.
const (
	NameToken TokenKind = iota
	KeywordToken
	OperatorToken
	NumberToken
	LiteralToken
	LineToken  // the end of a logical line
	BlockToken // the begin of a block, which the text does not show
	EndToken   // the end of one
	OtherToken // what is no Python
)

// Token is one token. Those that the text does not show are empty.
type Token struct {
	Span
	Kind TokenKind
}

// maxJoined is how deeply literals in replacement fields are taken apart.
const maxJoined = 3

// Tokens reads the tokens of part of a file that begins with a statement.
type Tokens struct {
	lexer
	m      *Module
	to     Pos
	joined int
	fields []Token // of a literal, still to be told
}

// Tokens returns the tokens from one place to another.
func (m *Module) Tokens(from, to Pos) *Tokens {
	l := lexer{text: m.Text, pos: from, field: -1}
	l.indents = []indent{l.column(from)}
	l.tok = token{tokNewline, from, from}
	return &Tokens{lexer: l, m: m, to: to}
}

// column returns the column of a place in the way of indentation.
func (l *lexer) column(at Pos) indent {
	start := at
	for start > 0 && l.text[start-1] != '\n' && l.text[start-1] != '\r' {
		start--
	}
	column := indent(0)
	for _, c := range []byte(l.text[start:at]) {
		switch c {
		case '\t':
			column = (column/tabSize + 1) * tabSize
		case '\f':
			column = 0
		default:
			column++
		}
	}
	return column
}

// Skip goes on at a later place.
func (t *Tokens) Skip(to Pos) {
	if to > t.pos {
		t.pos = to
	}
	t.fields = nil
}

// Next returns the next token, and false at the end.
func (t *Tokens) Next() (Token, bool) {
	if len(t.fields) > 0 {
		first := t.fields[0]
		t.fields = t.fields[1:]
		return first, true
	}
	t.next()
	if t.tok.from >= t.to || t.tok.kind == tokEOF {
		return Token{}, false
	}
	if t.tok.kind == tokJoined {
		t.literal()
	}
	return Token{Span{t.tok.from, t.tok.to}, kindOf(t.tok.kind)}, true
}

// literal reads the rest of a literal with replacement fields.
func (t *Tokens) literal() {
	p := &parser{lexer: t.lexer, lines: t.m}
	p.comments = nil
	start := t.tok.from
	fields, _ := p.joined(nil)
	end := p.prev
	if p.failed || end <= t.tok.to { // it was read before, but from another place
		end = Pos(t.lineEnd(int(t.tok.to)))
	}
	t.tok.from, t.tok.to, t.pos = start, end, end
	if t.joined < maxJoined {
		t.expand(fields)
	}
}

func (t *Tokens) expand(fields []*Interpolation) {
	for _, f := range fields {
		if f.Value == nil {
			continue
		}
		l := lexer{text: t.text[:f.Value.End()], pos: f.Value.Pos(), field: -1, depth: 1}
		inner := &Tokens{lexer: l, m: t.m, to: f.Value.End(), joined: t.joined + 1}
		for token, ok := inner.Next(); ok; token, ok = inner.Next() {
			t.fields = append(t.fields, token)
		}
		t.expand(f.Format)
	}
}

func kindOf(k kind) TokenKind {
	switch {
	case k == tokName:
		return NameToken
	case k >= tokInt && k <= tokImaginary:
		return NumberToken
	case k >= tokString && k <= tokJoined:
		return LiteralToken
	case k == tokNewline:
		return LineToken
	case k == tokIndent:
		return BlockToken
	case k == tokDedent:
		return EndToken
	case k >= tokFalse:
		return KeywordToken
	case k > lastSynthetic:
		return OperatorToken
	}
	return OtherToken
}
