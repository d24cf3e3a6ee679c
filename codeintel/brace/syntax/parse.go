package syntax

import (
	"fmt"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Parse reads the file at path. The error is [facts.ErrTooDeep] when the text is
// nested too deeply, or reports a panic of the reader.
func Parse(path, text string, g *Grammar, shallow bool) (f *File, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, fmt.Errorf("outline %s: reader panic: %v", path, r)
		}
	}()
	tokens, err := lex.New(path, text, &g.Lex)
	if err != nil {
		return nil, err
	}
	f = &File{Source: tokens, Grammar: g, Shallow: shallow}
	if g.Read(f); f.tooLong {
		return nil, facts.ErrTooDeep
	}
	f.finish()
	return f, nil
}
