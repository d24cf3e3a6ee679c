package outline

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// collectExports records the local names that are exported by a statement other than their
// declaration: `export { a as b }`, `export default a`, `export = a`, `module.exports = a`.
func (o *File) collectExports() {
	for _, n := range o.Source.Statements.Nodes {
		switch n.Kind {
		case tsgo.KindExportDeclaration:
			o.collectExportList(n)
		case tsgo.KindExportAssignment:
			o.markExported(n.Expression())
		case tsgo.KindExpressionStatement:
			o.collectCommonJS(n.Expression())
		case tsgo.KindImportDeclaration:
			o.collectReactNames(n)
		}
	}
}

func (o *File) collectExportList(n *tsgo.Node) {
	for _, specifier := range syntax.LocalExports(n) {
		o.ExportedLocals[specifier.PropertyNameOrName().Text()] = true
	}
}

// exportedAs returns the names under which other files can import a top-level
// declaration.
func (o *File) exportedAs(e *Entry, lists map[string][]string) []string {
	names := slices.Clone(lists[e.Name])
	n := e.Nodes[0]
	if n.Kind == tsgo.KindVariableDeclaration {
		n = n.Parent.Parent
	}
	switch flags := n.ModifierFlags(); {
	case n.Kind == tsgo.KindExportAssignment,
		flags&tsgo.ModifierFlagsExport != 0 && flags&tsgo.ModifierFlagsDefault != 0:
		return append(names, "default")
	case flags&tsgo.ModifierFlagsExport != 0:
		return append(names, e.Name)
	}
	return names
}

// markExported records the local name if an exported expression is a name.
func (o *File) markExported(value *tsgo.Node) {
	if value = tsgo.SkipOuter(value); value.Kind == tsgo.KindIdentifier {
		o.ExportedLocals[value.Text()] = true
	}
}

// collectReactNames records the local names of imports from react, which distinguish
// React's Component from a class of the same name.
func (o *File) collectReactNames(n *tsgo.Node) {
	specifier := n.ModuleSpecifier()
	if specifier == nil || !tsgo.IsStringLiteralLike(specifier) ||
		!slices.Contains([]string{"react", "preact", "preact/compat"}, specifier.Text()) {
		return
	}
	clause := n.ImportClause()
	if clause == nil {
		return
	}
	if clause.Name() != nil {
		o.ReactNames[clause.Name().Text()] = true
	}
	bindings := clause.AsImportClause().NamedBindings
	switch {
	case bindings == nil:
	case bindings.Kind == tsgo.KindNamespaceImport:
		o.ReactNames[bindings.Name().Text()] = true
	default:
		for _, b := range bindings.Elements() {
			o.ReactNames[b.Name().Text()] = true
		}
	}
}

// collectCommonJS records the local names that a CommonJS assignment exports.
func (o *File) collectCommonJS(expression *tsgo.Node) {
	targets, value := syntax.AssignmentChain(expression)
	if !o.Source.IsJS() || !slices.ContainsFunc(targets, syntax.IsExportsTarget) {
		return
	}
	o.markExported(value)
	for _, t := range targets {
		if t.Kind == tsgo.KindIdentifier {
			o.ExportedLocals[t.Text()] = true // app = module.exports = …
		}
	}
	if !slices.ContainsFunc(targets, tsgo.IsModuleExportsAccess) || value.Kind != tsgo.KindObjectLiteralExpression {
		return
	}
	for _, p := range value.Properties() {
		switch p.Kind {
		case tsgo.KindShorthandPropertyAssignment:
			o.ExportedLocals[p.Name().Text()] = true
		case tsgo.KindPropertyAssignment:
			o.markExported(p.Initializer())
		}
	}
}
