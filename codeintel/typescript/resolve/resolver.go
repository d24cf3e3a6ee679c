package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Resolver resolves one file. It walks the tree and tracks the enclosing declaration.
// It is not safe for concurrent use, and Run may be called only once.
type Resolver struct {
	*program.Unit
	checker *tsgo.Checker
	source  *tsgo.SourceFile
	file    *summary.File
	decl    int
	head    *Imports
	part    *Part // facts of the current statement

	exported   map[string][]string // exported names by local name, as in export { local as name }
	bindings   map[string]*binding // imported names by local name
	exportedAs map[string][]string // exported names by local name, including default exports
	externals  map[*tsgo.Node]int  // by statement, the index of its import from outside of the project
	requires   map[*tsgo.Node]bool // require calls that are recorded already
	used       map[use]bool
	*referrer  // nil unless references are requested
}

// New returns a resolver of a file of the unit.
func New(u *program.Unit, checker *tsgo.Checker, t *summary.File, depth facts.Depth) *Resolver {
	v := &Resolver{Unit: u, checker: checker, source: t.Source, file: t, decl: facts.ModuleLevel}
	if depth >= facts.AllReferences {
		v.referrer = newReferrer()
	}
	return v
}

// refersTo reports whether an identifier refers to the binding and not to a local name
// that shadows it.
func (v *Resolver) refersTo(n *tsgo.Node, b *binding) bool {
	var symbol *tsgo.Symbol
	if n.Parent.Kind == tsgo.KindShorthandPropertyAssignment {
		symbol = v.checker.GetShorthandAssignmentValueSymbol(n.Parent)
	} else {
		symbol = v.checker.GetSymbolAtLocation(n)
	}
	return symbol != nil && (symbol == b.symbol || b.symbol != nil && symbol == v.checker.SkipAlias(b.symbol))
}

// functionMethod returns f if n is f.name and name is one of the library's methods of
// functions, otherwise nil.
func (v *Resolver) functionMethod(n *tsgo.Node, names ...string) *tsgo.Node {
	if n.Kind != tsgo.KindPropertyAccessExpression || !slices.Contains(names, n.Name().Text()) {
		return nil
	}
	symbol := v.checker.GetSymbolAtLocation(n.Name())
	if symbol == nil || len(symbol.Declarations) == 0 ||
		!v.Program.IsLibrary(tsgo.SourceFileOf(symbol.Declarations[0])) {
		return nil
	}
	return tsgo.SkipOuter(n.Expression())
}

// texts returns the names as the imported module exports them.
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

// addImport records an import of a whole statement and returns its index.
func (v *Resolver) addImport(i facts.Import, at *tsgo.Node) int {
	i.Line, i.Column = v.position(at)
	v.head.imports = append(v.head.imports, i)
	return len(v.head.imports) - 1
}

// unresolvedImports records the names of an import whose module was not found.
func (v *Resolver) unresolvedImports(specifier *tsgo.Node, names []string) {
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names {
		v.unresolved(specifier, facts.Unresolved{
			Name: name, Reason: facts.MissingModule, Import: true, Module: syntax.ModuleName(specifier.Text()),
		})
	}
}

// symbolOf returns the symbol of a name, with aliases resolved.
func (v *Resolver) symbolOf(name *tsgo.Node) *tsgo.Symbol {
	return v.skipAlias(v.checker.GetSymbolAtLocation(name))
}

// skipAlias returns the symbol that an alias refers to, and any other symbol unchanged.
// symbol can be nil.
func (v *Resolver) skipAlias(symbol *tsgo.Symbol) *tsgo.Symbol {
	if symbol != nil && symbol.Flags&tsgo.SymbolFlagsAlias != 0 {
		symbol = v.checker.SkipAlias(symbol)
	}
	return symbol
}

// position returns the line and column of the first token of a node.
func (v *Resolver) position(n *tsgo.Node) (line, column int) {
	return tsgo.LineColumnOf(v.source, tsgo.TokenStart(n, v.source))
}

// unresolved records a place in the current declaration that was not resolved.
func (v *Resolver) unresolved(at *tsgo.Node, u facts.Unresolved) {
	u.From = v.decl
	u.Line, u.Column = v.position(at)
	v.part.Unresolved = append(v.part.Unresolved, u)
}
