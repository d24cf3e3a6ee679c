package syntax

import (
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// finish links methods to their types and assigns the ids.
func (o *outline) finish() {
	for i := range o.decls {
		o.decls[i].TopLevel = o.decls[i].Parent < 0 && o.decls[i].Type != facts.Method
	}
	for d, i := range o.funcs {
		if receiver := ReceiverType(d); receiver != nil {
			if parent, ok := o.types[receiver.Name]; ok {
				o.decls[i].Parent = parent
			}
		}
	}
	names := coderef2.NewNamer(o.Path, len(o.decls))
	for i := range o.decls {
		d := &o.decls[i]
		d.ID = names.Name(d.Type, d.Name, d.Line)
	}
}

// Parse parses a file and lists its declarations. If fset is not nil, Parse omits comments and
// signatures; otherwise it uses a new file set. It recovers from syntax errors. The error is
// [facts.ErrTooDeep], or reports a panic of the parser.
func Parse(path, text string, fset *token.FileSet) (t *Tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("parse %s: parser panic: %v", path, r)
		}
	}()
	mode, signed := parser.SkipObjectResolution|parser.AllErrors, fset == nil
	if signed {
		fset, mode = token.NewFileSet(), mode|parser.ParseComments
	}
	file, problem := parser.ParseFile(fset, path, text, mode)
	if problem != nil && tooDeep(problem) {
		return nil, facts.ErrTooDeep
	}
	t = &Tree{Path: path, AST: file, TokenFile: fset.File(file.FileStart), text: text}
	o := newOutline(t)
	o.declarations(file.Decls)
	o.bodies(file.Decls)
	o.finish()
	if signed {
		o.addSignatures()
	}
	t.Decls, t.DeclAt, t.FuncDecls, t.FuncLits = o.decls, o.at, o.funcs, o.literals
	t.Warning = syntaxWarning(path, t.TokenFile, problem)
	return t, nil
}

// tooDeep reports whether the parser stopped because of the nesting.
func tooDeep(problem error) bool {
	var list scanner.ErrorList
	if !errors.As(problem, &list) {
		return false
	}
	for _, e := range list {
		if strings.Contains(e.Msg, "exceeded max nesting depth") {
			return true
		}
	}
	return false
}
