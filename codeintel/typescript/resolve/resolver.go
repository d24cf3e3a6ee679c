package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// refersTo reports that an identifier means the binding and not a local name
// that hides it.
func (v *Resolver) refersTo(n *tsgo.Node, b *binding) bool {
	var symbol *tsgo.Symbol
	if n.Parent.Kind == tsgo.KindShorthandPropertyAssignment {
		symbol = v.checker.GetShorthandAssignmentValueSymbol(n.Parent)
	} else {
		symbol = v.checker.GetSymbolAtLocation(n)
	}
	return symbol != nil && (symbol == b.symbol || b.symbol != nil && symbol == v.checker.SkipAlias(b.symbol))
}

// functionMethod returns f when n is f.name and that is the library's method of
// all functions, else nil.
func (v *Resolver) functionMethod(n *tsgo.Node, names ...string) *tsgo.Node {
	if n.Kind != tsgo.KindPropertyAccessExpression || !slices.Contains(names, n.Name().Text()) {
		return nil
	}
	symbol := v.checker.GetSymbolAtLocation(n.Name())
	if symbol == nil || len(symbol.Declarations) == 0 || !v.Program.IsLibrary(tsgo.SourceFileOf(symbol.Declarations[0])) {
		return nil
	}
	return tsgo.SkipOuter(n.Expression())
}

func texts(names []*tsgo.Node) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n.Text()
		if n.Parent.Kind == tsgo.KindImportSpecifier || n.Parent.Kind == tsgo.KindExportSpecifier {
			out[i] = n.Parent.PropertyNameOrName().Text()
		}
	}
	return out
}

// addImport records one import that a statement is about and returns its index.
func (v *Resolver) addImport(i facts.Import, at *tsgo.Node) int {
	i.Line, i.Column = v.position(at)
	v.head.imports = append(v.head.imports, i)
	return len(v.head.imports) - 1
}

// unresolvedImports records names that should have come from a module.
func (v *Resolver) unresolvedImports(m module, names []string) {
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names {
		v.part.Unresolved = append(v.part.Unresolved, facts.Unresolved{
			From: v.decl, Name: name, Import: true, Module: syntax.ModuleName(m.specifier),
		})
	}
}

// symbolOf returns what a name means, past aliases.
func (v *Resolver) symbolOf(name *tsgo.Node) *tsgo.Symbol {
	return v.skipAlias(v.checker.GetSymbolAtLocation(name))
}

func (v *Resolver) skipAlias(symbol *tsgo.Symbol) *tsgo.Symbol {
	if symbol != nil && symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		symbol = v.checker.SkipAlias(symbol)
	}
	return symbol
}

// Resolver walks one file, knowing which declaration it is in.
type Resolver struct {
	*program.Unit
	checker *tsgo.Checker
	source  *tsgo.SourceFile
	file    *summary.File
	decl    int
	head    *Imports
	part    *Part // what the statement at hand refers to

	exported   map[string][]string // names under which others of the file are exported
	bindings   map[string]*binding // imported names by local name
	exportedAs map[string][]string // names of export { local as name }, by local name
	externals  map[*tsgo.Node]int  // import of the statement that imports from outside
	requires   map[*tsgo.Node]bool // require calls that a statement has dealt with
	used       map[use]bool
	*referrer  // nil unless references are asked for
}

// New returns a visitor of a file of the unit. It is for one goroutine and one
// call of run.
func New(u *program.Unit, checker *tsgo.Checker, t *summary.File, depth facts.Depth) *Resolver {
	v := &Resolver{Unit: u, checker: checker, source: t.Source, file: t, decl: facts.ModuleLevel}
	if depth >= facts.AllReferences {
		v.referrer = newReferrer()
	}
	return v
}

func (v *Resolver) position(n *tsgo.Node) (line, column int) {
	return tsgo.LineColumnOf(v.source, tsgo.TokenStart(n, v.source))
}

func (v *Resolver) unresolved(name string, isImport bool) {
	v.part.Unresolved = append(v.part.Unresolved, facts.Unresolved{From: v.decl, Name: name, Import: isImport})
}
