package syntax

import "github.com/coderef-system/coderefd/codeintel/brace/lex"

// File is one text with its tokens and declarations. It is not safe for concurrent
// use.
type File struct {
	*lex.Source
	Grammar *Grammar
	Shallow bool // only top-level declarations are needed, without signatures
	Decls   []Decl

	tooLong bool // a qualified name exceeds maxName
}

// Uses returns the imports of the file.
func (f *File) Uses() []Use { return f.Grammar.Uses(f) }
