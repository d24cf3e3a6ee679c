package pattern

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
)

// Finder records the patterns and tests of one file while a walk visits its nodes. It
// is not safe for concurrent use.
type Finder struct {
	*facts.Inspection // receives the patterns and tests
	outline           *outline.File
	file              *tsgo.SourceFile
	decl              int      // the declaration that contains the node, or facts.ModuleLevel
	suites            []string // names of the test suites that contain the node, outermost first
}

// New returns a Finder that appends patterns and tests to an inspection.
func New(to *facts.Inspection, o *outline.File) *Finder {
	return &Finder{Inspection: to, outline: o, file: o.Source, decl: facts.ModuleLevel}
}

// add records a pattern at a node, in the current declaration.
func (f *Finder) add(kind, name string, n *tsgo.Node) {
	f.addFor(kind, name, n, f.decl)
}

// addFor records a pattern at a node for a declaration.
func (f *Finder) addFor(kind, name string, n *tsgo.Node, decl int) {
	f.Patterns = append(f.Patterns, facts.Pattern{
		Kind: kind, Name: strings.Clone(name), Decl: decl,
		Line: f.lineOf(n), EndLine: tsgo.LineOf(f.file, n.End()),
	})
}

// lineOf returns the line on which the first token of a node begins, from 1.
func (f *Finder) lineOf(n *tsgo.Node) int { return tsgo.LineOf(f.file, tsgo.TokenStart(n, f.file)) }

// addDeclaration records a pattern that spans a whole declaration.
func (f *Finder) addDeclaration(kind, name string, decl int) {
	d := &f.Decls[decl]
	f.Patterns = append(f.Patterns, facts.Pattern{
		Kind: kind, Name: strings.Clone(name), Decl: decl, Line: d.Line,
		EndLine: d.EndLine,
	})
}

// importsFrom reports whether the file imports from one of the modules.
func (f *Finder) importsFrom(modules ...string) bool {
	return slices.ContainsFunc(f.file.Statements.Nodes, func(n *tsgo.Node) bool {
		return n.Kind == tsgo.KindImportDeclaration && tsgo.IsStringLiteralLike(n.ModuleSpecifier()) &&
			slices.Contains(modules, n.ModuleSpecifier().Text())
	})
}
