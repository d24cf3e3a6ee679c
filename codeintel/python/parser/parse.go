package parser

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// Reader parses files and reuses the memory of the previous file. It is not safe for
// concurrent use.
type Reader struct {
	parser parser
	module syntax.Module
}

// Parse parses a file. The module is never nil. The error is the first syntax error of the
// file, or nil.
func Parse(text string) (*syntax.Module, *Error) { return new(Reader).Parse(text) }

// Parse is like [Parse], but its result is valid only until the next call.
func (r *Reader) Parse(text string) (*syntax.Module, *Error) {
	decoded, bad := decode(text)
	m, p := &r.module, &r.parser
	p.reuse(decoded)
	*m = syntax.Module{Text: decoded}
	m.Lines, p.Carriage = lines(decoded, p.starts[:0])
	p.starts, p.lines = m.Lines, m
	if bad >= 0 {
		p.report(token.Pos(bad), "(unicode error) 'utf-8' codec can't decode a byte")
	}
	p.advance()
	m.Body = p.file()
	m.Comments = p.Comments
	return m, p.err
}
