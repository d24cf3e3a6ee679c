package syntax

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

// Parse reads a file. The module is never nil; the error, which is nil for valid
// code, is the first of the file.
func Parse(text string) (*Module, *Error) { return new(Reader).Parse(text) }

// Reader reads files, one after the other, in the same memory. It is not safe for
// concurrent use.
type Reader struct {
	parser parser
	module Module
}

// Parse reads a file as [Parse] does. What it returns holds until the next call.
func (r *Reader) Parse(text string) (*Module, *Error) {
	decoded, bad := decode(text)
	m, p := &r.module, &r.parser
	p.reuse(decoded)
	*m = Module{Text: decoded}
	m.Lines, p.carriage = lines(decoded, p.starts[:0])
	p.starts, p.lines = m.Lines, m
	if bad >= 0 {
		p.report(Pos(bad), "(unicode error) 'utf-8' codec can't decode a byte")
	}
	p.next()
	m.Body = p.file()
	m.Comments = p.comments
	return m, p.err
}

// parser builds the tree. When it meets what it does not understand, it fails:
// from then on every token is invalid and next does nothing, so that all that is
// being read comes to its end with what it has, until a statement or literal
// recovers.
type parser struct {
	lexer
	lines      *Module
	starts     []Pos // of lines
	err        *Error
	failed     bool
	tooDeep    bool
	at         token // where it failed
	nesting    int
	chains     int
	recoveries int // of replacement fields
	nodes      nodes

	exprs    []Expr // what is being collected, innermost list last
	stmts    []Stmt
	keywords []*Keyword
	params   []*Parameter
	patterns []Pattern
}

// reuse begins another file.
func (p *parser) reuse(text string) {
	p.nodes.reuse()
	*p = parser{
		lexer:  lexer{text: text, field: -1, lineStart: true, indents: append(p.indents[:0], 0), comments: p.comments[:0]},
		starts: p.starts, nodes: p.nodes,
		exprs: p.exprs[:0], stmts: p.stmts[:0], keywords: p.keywords[:0], params: p.params[:0], patterns: p.patterns[:0],
	}
}

func (p *parser) next() {
	if !p.failed {
		p.lexer.next()
		if p.unindent {
			p.unindent = false
			p.report(p.pos, "unindent does not match any outer indentation level")
		}
	}
}

// report keeps an error if it is the first.
func (p *parser) report(at Pos, message string) {
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
	if p.tok.kind == tokInvalid && p.lexError != "" {
		message, p.lexError = p.lexError, ""
	}
	p.report(p.tok.from, message)
	p.failed = true
	p.at = p.tok
	p.tok.kind = tokInvalid
}

// recover goes on reading at the token where the parser failed.
func (p *parser) recover() {
	if p.failed && !p.tooDeep {
		p.failed = false
		p.tok = p.at
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
	p.err = &Error{Line: p.lines.Line(p.tok.from), Message: "nested too deeply", TooDeep: true}
	p.failed = true
	p.tok.kind = tokInvalid
}

// accept reads a token if it is of a kind.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// expect reads a token that has to be of a kind.
func (p *parser) expect(k kind, message string) {
	if !p.accept(k) {
		p.fail(message)
	}
}

// ident reads a name, which has to be there.
func (p *parser) ident() Ident {
	if p.tok.kind != tokName {
		p.fail("invalid syntax: a name is missing")
		return Ident{Span: Span{p.tok.from, p.tok.from}}
	}
	id := Ident{Span{p.tok.from, p.tok.to}, p.text[p.tok.from:p.tok.to]}
	p.next()
	return id
}

// from returns the span from a place to the last token that was read.
func (p *parser) from(start Pos) Span {
	return Span{start, max(start, p.behind())}
}

// behind returns the end of the last token that was read.
func (p *parser) behind() Pos {
	return p.prev
}

// atWord reports whether the token is a name that reads so.
func (p *parser) atWord(word string) bool {
	return p.tok.kind == tokName && p.text[p.tok.from:p.tok.to] == word
}

// state is all of a parser that looking ahead changes.
type state struct {
	lexer  lexer
	err    *Error
	failed bool
	at     token
	exprs  int
}

// mark returns the state to come back to by reset. No line may end in between.
func (p *parser) mark() state {
	return state{lexer: p.lexer, err: p.err, failed: p.failed, at: p.at, exprs: len(p.exprs)}
}

// reset goes back to a state, unless the file was given up since.
func (p *parser) reset(s state) {
	if p.tooDeep {
		return
	}
	comments := p.comments
	p.lexer, p.err, p.failed, p.at = s.lexer, s.err, s.failed, s.at
	p.comments = comments // each is kept once
	p.exprs = p.exprs[:s.exprs]
}
