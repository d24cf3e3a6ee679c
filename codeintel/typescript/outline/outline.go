package outline

import (
	"fmt"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Parse parses a file and lists its declarations in source order. A shallow
// outline lists top-level declarations only, without signatures. warning is the
// first syntax error, "" if there is none. The error is [facts.ErrTooDeep], or
// reports that the parser panicked.
func Parse(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("outline %s: parser panic: %v", file, r)
		}
	}()
	tree := syntax.Parse(file, text)
	if tree == nil {
		return nil, "", facts.ErrTooDeep
	}
	o := newOutline(file, tree, shallow)
	o.list()
	if !shallow {
		o.Sign()
	}
	return o.Decls(), syntax.SyntaxWarning(file, tree), nil
}

// Of lists all declarations of a parsed file, without signatures.
func Of(path string, file *tsgo.SourceFile) *File {
	o := newOutline(path, file, false)
	o.list()
	return o
}

func newOutline(path string, file *tsgo.SourceFile, shallow bool) *File {
	o := &File{
		Path: path, Source: file, ExportedLocals: map[string]bool{}, ReactNames: map[string]bool{},
		shallow: shallow,
	}
	o.step, o.lines = o.visit, syntax.NewLineStarts(file.Text())
	return o
}

func (o *File) list() {
	o.collectExports()
	o.statements(o.Source.Statements.Nodes, scope{})
	o.finish()
}

// finish sorts the entries, links members to their parents, and assigns the ids.
func (o *File) finish() {
	slices.SortStableFunc(o.Entries, func(a, b *Entry) int { return a.Line - b.Line })
	names := coderef2.NewNamer(o.Path, len(o.Entries))
	lists := syntax.LocalExportNames(o.Source)
	for i, e := range o.Entries {
		e.index = i
		if e.TopLevel && e.Exported {
			e.ExportedAs = o.exportedAs(e, lists)
		}
		e.ID = names.Name(e.Type, e.Name, e.Line)
	}
	for _, e := range o.Entries {
		e.Parent = -1
		if e.parent != nil {
			e.Parent = e.parent.index
		}
	}
}
