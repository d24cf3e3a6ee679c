package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/lexer"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Error is the first syntax error of a file.
type Error struct {
	Line    int // from 1
	Message string
	TooDeep bool // nested too deeply to read on: the caller reports facts.ErrTooDeep
}

// maxDepth bounds how deeply brackets, blocks and operators with their operand
// behind them nest. CPython gives up earlier.
const maxDepth = 1000

// A chain of operators, calls or elifs nests to the left, where the parser does not
// recurse. freeChain is how long one is without being counted, maxChains how many
// more links a file may have: together they bound the depth of the tree, for all
// who walk it.
const (
	freeChain = 200
	maxChains = 20_000
)

// parser builds the tree. When it meets what it does not understand, it fails:
// from then on every token is invalid and next does nothing, so that all that is
// being read comes to its end with what it has, until a statement or literal
// recovers.
type parser struct {
	lexer.Lexer
	lines      *syntax.Module
	starts     []token.Pos // of lines
	err        *Error
	failed     bool
	tooDeep    bool
	at         token.Token // where it failed
	nesting    int
	chains     int
	recoveries int // of replacement fields
	nodes      nodes

	exprs    []syntax.Expr // what is being collected, innermost list last
	stmts    []syntax.Stmt
	keywords []*syntax.Keyword
	params   []*syntax.Parameter
	patterns []syntax.Pattern
}

// reuse begins another file.
func (p *parser) reuse(text string) {
	p.nodes.reuse()
	*p = parser{
		Lexer:  lexer.Lexer{Text: text, Field: -1, LineStart: true, Indents: append(p.Indents[:0], 0), Comments: p.Comments[:0]},
		starts: p.starts, nodes: p.nodes,
		exprs: p.exprs[:0], stmts: p.stmts[:0], keywords: p.keywords[:0], params: p.params[:0], patterns: p.patterns[:0],
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

// report keeps an error if it is the first.
func (p *parser) report(at token.Pos, message string) {
	if p.err == nil {
		p.err = &Error{Line: p.lines.Line(at), Message: message}
	}
}

// fail gives up what is being read. What the lexer has to say of the token goes
// before message.
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

// recover goes on reading at the token where the parser failed.
func (p *parser) recover() {
	if p.failed && !p.tooDeep {
		p.failed = false
		p.Tok = p.at
	}
}

// deeper counts a level of nesting, which the caller takes back. At too many, all
// of the rest of the file is given up.
func (p *parser) deeper() {
	p.nesting++
	if p.nesting > maxDepth {
		p.giveUp()
	}
}

// link counts the nth link of a chain.
func (p *parser) link(n int) {
	if n > freeChain {
		if p.chains++; p.chains > maxChains {
			p.giveUp()
		}
	}
}

func (p *parser) giveUp() {
	if p.tooDeep {
		return
	}
	p.tooDeep = true
	p.err = &Error{Line: p.lines.Line(p.Tok.From), Message: "nested too deeply", TooDeep: true}
	p.failed = true
	p.Tok.Kind = token.Invalid
}

// accept reads a token if it is of a kind.
func (p *parser) accept(k token.Kind) bool {
	if p.Tok.Kind != k {
		return false
	}
	p.advance()
	return true
}

// expect reads a token that has to be of a kind.
func (p *parser) expect(k token.Kind, message string) {
	if !p.accept(k) {
		p.fail(message)
	}
}

// ident reads a name, which has to be there.
func (p *parser) ident() syntax.Ident {
	if p.Tok.Kind != token.Name {
		p.fail("invalid syntax: a name is missing")
		return syntax.Ident{Span: token.Span{From: p.Tok.From, To: p.Tok.From}}
	}
	id := syntax.Ident{Span: token.Span{From: p.Tok.From, To: p.Tok.To}, Name: p.Text[p.Tok.From:p.Tok.To]}
	p.advance()
	return id
}

// from returns the span from a place to the last token that was read.
func (p *parser) from(start token.Pos) token.Span {
	return token.Span{From: start, To: max(start, p.behind())}
}

// behind returns the end of the last token that was read.
func (p *parser) behind() token.Pos {
	return p.Prev
}

// atWord reports whether the token is a name that reads so.
func (p *parser) atWord(word string) bool {
	return p.Tok.Kind == token.Name && p.Text[p.Tok.From:p.Tok.To] == word
}

// state is all of a parser that looking ahead changes.
type state struct {
	lexer  lexer.Lexer
	err    *Error
	failed bool
	at     token.Token
	exprs  int
}

// mark returns the state to come back to by reset. No line may end in between.
func (p *parser) mark() state {
	return state{lexer: p.Lexer, err: p.err, failed: p.failed, at: p.at, exprs: len(p.exprs)}
}

// reset goes back to a state, unless the file was given up since.
func (p *parser) reset(s state) {
	if p.tooDeep {
		return
	}
	comments := p.Comments
	p.Lexer, p.err, p.failed, p.at = s.lexer, s.err, s.failed, s.at
	p.Comments = comments // each is kept once
	p.exprs = p.exprs[:s.exprs]
}

// nextIs reports whether the token after the current one is of a kind.
func (p *parser) nextIs(k token.Kind) bool {
	before := p.mark()
	p.advance()
	is := p.Tok.Kind == k
	p.reset(before)
	return is
}
