package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Error is the first syntax error of a file.
type Error struct {
	Line    int // starts at 1
	Message string
	TooDeep bool // nested too deeply to parse: the caller reports facts.ErrTooDeep
}

// maxDepth bounds the nesting of brackets, blocks and operators. CPython has a lower limit.
const maxDepth = 1000

// The parser reads a chain of operators, calls or elifs in a loop, although each link is a
// level of the tree. Links beyond the first freeChain links of a chain are counted, and a file
// may have at most maxChains of them. This bounds the depth of the tree for code that traverses
// it.
const (
	freeChain = 200
	maxChains = 20_000
)

// parser builds the tree. At a syntax error it fails: every further token is Invalid and
// advance does nothing. All functions then return the parts that they have parsed, until a
// statement or literal recovers.
type parser struct {
	lexer.Lexer
	lines      *syntax.Module
	starts     []token.Pos // start of each line
	err        *Error
	failed     bool
	tooDeep    bool
	at         token.Token // token at which parsing failed
	nesting    int
	chains     int
	recoveries int // number of recoveries in replacement fields
	nodes      nodes

	exprs    []syntax.Expr // stack of collected expressions, innermost list last
	stmts    []syntax.Stmt
	keywords []*syntax.Keyword
	params   []*syntax.Parameter
	patterns []syntax.Pattern
}

// reuse starts another file.
func (p *parser) reuse(text string) {
	p.nodes.reuse()
	*p = parser{
		Lexer: lexer.Lexer{
			Text: text, Field: -1, LineStart: true, Indents: append(p.Indents[:0], 0),
			Comments: p.Comments[:0],
		},
		starts: p.starts, nodes: p.nodes,
		exprs: p.exprs[:0], stmts: p.stmts[:0], keywords: p.keywords[:0], params: p.params[:0],
		patterns: p.patterns[:0],
	}
}

func (p *parser) advance() {
	if !p.failed {
		p.Next()
		if p.Unindent {
			p.Unindent = false
			p.report(p.Pos, "unindent does not match any outer indentation level")
		}
	}
}

// report records an error if it is the first one.
func (p *parser) report(at token.Pos, message string) {
	if p.err == nil {
		p.err = &Error{Line: p.lines.Line(at), Message: message}
	}
}

// fail stops parsing at the current token and reports message, or the error of the lexer if
// the token is invalid.
func (p *parser) fail(message string) {
	if p.failed {
		return
	}
	if p.Tok.Kind == token.Invalid && p.LexError != "" {
		message, p.LexError = p.LexError, ""
	}
	p.report(p.Tok.From, message)
	p.failed = true
	p.at = p.Tok
	p.Tok.Kind = token.Invalid
}

// recover resumes parsing at the token at which it failed.
func (p *parser) recover() {
	if p.failed && !p.tooDeep {
		p.failed = false
		p.Tok = p.at
	}
}

// deeper increments the nesting depth; the caller decrements it. Above the limit, deeper
// abandons the rest of the file.
func (p *parser) deeper() {
	p.nesting++
	if p.nesting > maxDepth {
		p.abandon()
	}
}

// link counts the nth link of a chain.
func (p *parser) link(n int) {
	if n > freeChain {
		if p.chains++; p.chains > maxChains {
			p.abandon()
		}
	}
}

func (p *parser) abandon() {
	if p.tooDeep {
		return
	}
	p.tooDeep = true
	p.err = &Error{Line: p.lines.Line(p.Tok.From), Message: "nested too deeply", TooDeep: true}
	p.failed = true
	p.Tok.Kind = token.Invalid
}

// accept consumes the current token if its kind is k, and reports whether it did.
func (p *parser) accept(k token.Kind) bool {
	if p.Tok.Kind != k {
		return false
	}
	p.advance()
	return true
}

// expect consumes the current token if its kind is k. Otherwise it fails with message.
func (p *parser) expect(k token.Kind, message string) {
	if !p.accept(k) {
		p.fail(message)
	}
}

// ident parses a name. It fails if the current token is not a name.
func (p *parser) ident() syntax.Ident {
	if p.Tok.Kind != token.Name {
		p.fail("invalid syntax: a name is missing")
		return syntax.Ident{Span: token.Span{From: p.Tok.From, To: p.Tok.From}}
	}
	id := syntax.Ident{Span: token.Span{From: p.Tok.From, To: p.Tok.To}, Name: p.Text[p.Tok.From:p.Tok.To]}
	p.advance()
	return id
}

// from returns the span from start to the end of the last consumed token.
func (p *parser) from(start token.Pos) token.Span {
	return token.Span{From: start, To: max(start, p.prevEnd())}
}

// prevEnd returns the end of the last consumed token.
func (p *parser) prevEnd() token.Pos {
	return p.Prev
}

// isName reports whether the current token is a given name.
func (p *parser) isName(word string) bool {
	return p.Tok.Kind == token.Name && p.Text[p.Tok.From:p.Tok.To] == word
}

// state is the part of the parser's state that lookahead changes.
type state struct {
	lexer  lexer.Lexer
	err    *Error
	failed bool
	at     token.Token
	exprs  int
}

// mark returns the state for [parser.reset]. The text between the two calls must not contain a
// newline token.
func (p *parser) mark() state {
	return state{lexer: p.Lexer, err: p.err, failed: p.failed, at: p.at, exprs: len(p.exprs)}
}

// reset returns to a state, unless the parser has abandoned the file.
func (p *parser) reset(s state) {
	if p.tooDeep {
		return
	}
	comments := p.Comments
	p.Lexer, p.err, p.failed, p.at = s.lexer, s.err, s.failed, s.at
	p.Comments = comments // keep comments that lookahead has recorded
	p.exprs = p.exprs[:s.exprs]
}

// nextIs reports whether the token after the current one has a kind.
func (p *parser) nextIs(k token.Kind) bool {
	before := p.mark()
	p.advance()
	is := p.Tok.Kind == k
	p.reset(before)
	return is
}
