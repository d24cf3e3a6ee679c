package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

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
	token.Span
	Kind TokenKind
}

// maxJoined is how deeply literals in replacement fields are taken apart.
const maxJoined = 3

// Tokens reads the tokens of part of a file that begins with a statement.
type Tokens struct {
	lexer.Lexer
	m      *syntax.Module
	to     token.Pos
	joined int
	fields []Token // of a literal, still to be told
}

// NewTokens returns the tokens of a module in [from, to).
func NewTokens(m *syntax.Module, from, to token.Pos) *Tokens {
	l := lexer.Lexer{Text: m.Text, Pos: from, Field: -1}
	l.Indents = []lexer.Indent{l.Column(from)}
	l.Tok = token.Token{Kind: token.Newline, From: from, To: from}
	return &Tokens{Lexer: l, m: m, to: to}
}

// Skip goes on at a later place.
func (t *Tokens) Skip(to token.Pos) {
	if to > t.Pos {
		t.Pos = to
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
	t.Lexer.Next()
	if t.Tok.From >= t.to || t.Tok.Kind == token.EOF {
		return Token{}, false
	}
	if t.Tok.Kind == token.Joined {
		t.literal()
	}
	return Token{token.Span{From: t.Tok.From, To: t.Tok.To}, kindOf(t.Tok.Kind)}, true
}

// literal reads the rest of a literal with replacement fields.
func (t *Tokens) literal() {
	p := &parser{Lexer: t.Lexer, lines: t.m}
	p.Comments = nil
	start := t.Tok.From
	fields, _ := p.joined(nil)
	end := p.Prev
	if p.failed || end <= t.Tok.To { // it was read before, but from another place
		end = token.Pos(t.LineEnd(int(t.Tok.To)))
	}
	t.Tok.From, t.Tok.To, t.Pos = start, end, end
	if t.joined < maxJoined {
		t.expand(fields)
	}
}

func (t *Tokens) expand(fields []*syntax.Interpolation) {
	for _, f := range fields {
		if f.Value == nil {
			continue
		}
		l := lexer.Lexer{Text: t.Text[:f.Value.End()], Pos: f.Value.Pos(), Field: -1, Depth: 1}
		inner := &Tokens{Lexer: l, m: t.m, to: f.Value.End(), joined: t.joined + 1}
		for next, ok := inner.Next(); ok; next, ok = inner.Next() {
			t.fields = append(t.fields, next)
		}
		t.expand(f.Format)
	}
}

func kindOf(k token.Kind) TokenKind {
	switch {
	case k == token.Name:
		return NameToken
	case k >= token.Int && k <= token.Imaginary:
		return NumberToken
	case k >= token.String && k <= token.Joined:
		return LiteralToken
	case k == token.Newline:
		return LineToken
	case k == token.Indent:
		return BlockToken
	case k == token.Dedent:
		return EndToken
	case k >= token.False:
		return KeywordToken
	case k > token.LastSynthetic:
		return OperatorToken
	}
	return OtherToken
}
