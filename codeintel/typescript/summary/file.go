package summary

import (
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// File summarises one version of a source file. Everything except Statement is safe for
// concurrent use.
type File struct {
	Source       *tsgo.SourceFile
	Path         string // relative
	Lines        int
	Warning      string
	Decls        []facts.Decl
	ByNode       map[*tsgo.Node]int // declaring nodes to declarations
	Constructors map[int]int        // class to its constructor
	Names        *Names
	hidden       []*body
	Shape        Shape

	Assignments func() *syntax.AssignmentTargets
	statements  []*Statement // one per top-level statement, nil until computed
}

// New summarises a parsed file. rel is its path relative to the project.
func New(rel string, f *tsgo.SourceFile) *File {
	o := outline.Of(rel, f)
	t := &File{
		Source: f, Path: rel, Lines: tsgo.LineOf(f, f.End()), Warning: syntax.SyntaxWarning(rel, f),
		Decls: o.Decls(), ByNode: o.ByNode(), Constructors: map[int]int{},
		Assignments: sync.OnceValue(func() *syntax.AssignmentTargets { return syntax.CollectAssignmentTargets(f) }),
	}
	for i, decl := range t.Decls {
		if decl.Parent >= 0 && decl.Type == facts.Method && syntax.LastSegment(decl.Name) == "constructor" {
			t.Constructors[decl.Parent] = i
		}
	}
	t.Names, t.hidden = collectNames(f, t.ByNode, o.ExportedLocals)
	t.Shape = shapeOf(f, t.hidden)
	t.statements = make([]*Statement, len(f.Statements.Nodes))
	return t
}

// Statement returns the summary of the top-level statement at index i. It is not safe
// for concurrent use.
func (t *File) Statement(i int) *Statement {
	if t.statements[i] == nil {
		n := t.Source.Statements.Nodes[i]
		t.statements[i] = newStatement(t.Source, n, t.hiddenIn(n), t.Names.namespaces)
	}
	return t.statements[i]
}
