package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// TokenKind is the kind of a [Token].
type TokenKind uint8

// The kinds of tokens. A literal with replacement fields is one LiteralToken, followed by the
// tokens of its fields.
const (
	NameToken TokenKind = iota
	KeywordToken
	OperatorToken
	NumberToken
	LiteralToken
	LineToken  // the end of a logical line
	BlockToken // the start of a block; empty
	EndToken   // the end of a block; empty
	OtherToken // invalid text
)

// Token is a token of a [Tokens] stream. Tokens without text have an empty span.
type Token struct {
	token.Span
	Kind TokenKind
}

// maxJoined bounds the nesting of literals within replacement fields. The tokens in the fields
// of deeper literals are not returned.
const maxJoined = 3

// Tokens reads the tokens of a part of a file. The part must start with a statement.
type Tokens struct {
	lexer.Lexer
	m      *syntax.Module
	to     token.Pos
	joined int
	fields []Token // tokens that Next returns next: those in the replacement fields of the last literal
}

// NewTokens returns the tokens of a module in [from, to).
func NewTokens(m *syntax.Module, from, to token.Pos) *Tokens {
	l := lexer.Lexer{Text: m.Text, Pos: from, Field: -1}
	l.Indents = []lexer.Indent{l.Column(from)}
	l.Tok = token.Token{Kind: token.Newline, From: from, To: from}
	return &Tokens{Lexer: l, m: m, to: to}
}

// Skip continues at a later position.
func (t *Tokens) Skip(to token.Pos) {
	if to > t.Pos {
		t.Pos = to
	}
	t.fields = nil
}

// Next returns the next token, or false at the end.
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

// literal consumes the rest of a literal with replacement fields.
func (t *Tokens) literal() {
	p := &parser{Lexer: t.Lexer, lines: t.m}
	p.Comments = nil
	start := t.Tok.From
	fields, _ := p.joined(nil)
	end := p.Prev
	if p.failed || end <= t.Tok.To { // the fields are invalid when parsed from here
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
