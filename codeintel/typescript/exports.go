package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// declaredName is the name a declaration is listed under.
func (o *outline) declaredName(n *tsgo.Node) string {
	if name := n.Name(); name != nil && name.Text() != "" {
		return name.Text()
	}
	return "default" // export default function () { }
}

// isExported reports whether a top-level or namespace declaration is exported.
func (o *outline) isExported(n *tsgo.Node, s scope) bool {
	if s.exportAll || n.ModifierFlags()&tsgo.ModifierFlagsExport != 0 {
		return true
	}
	return !s.nested && n.Name() != nil && o.exported[n.Name().Text()]
}

// collectExports finds the names that are exported away from where they are
// declared: export { a as b }, export default a, export = a, module.exports.
func (o *outline) collectExports() {
	for _, n := range o.file.Statements.Nodes {
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

func (o *outline) collectExportList(n *tsgo.Node) {
	for _, specifier := range syntax.LocalExports(n) {
		o.exported[specifier.PropertyNameOrName().Text()] = true
	}
}

// exportedAs returns the names by which other files can import a declaration of
// the top level.
func (o *outline) exportedAs(e *entry, lists map[string][]string) []string {
	names := slices.Clone(lists[e.Name])
	n := e.nodes[0]
	if n.Kind == tsgo.KindVariableDeclaration {
		n = n.Parent.Parent
	}
	switch flags := n.ModifierFlags(); {
	case n.Kind == tsgo.KindExportAssignment, flags&tsgo.ModifierFlagsExport != 0 && flags&tsgo.ModifierFlagsDefault != 0:
		return append(names, "default")
	case flags&tsgo.ModifierFlagsExport != 0:
		return append(names, e.Name)
	}
	return names
}

// markExported marks the local name an exported expression consists of.
func (o *outline) markExported(value *tsgo.Node) {
	if value = tsgo.SkipOuter(value); value.Kind == tsgo.KindIdentifier {
		o.exported[value.Text()] = true
	}
}

// collectReactNames remembers what a file imports from react, so that
// "extends Component" can be told from a class of the same name.
func (o *outline) collectReactNames(n *tsgo.Node) {
	specifier := n.ModuleSpecifier()
	if specifier == nil || !tsgo.IsStringLiteralLike(specifier) || !slices.Contains([]string{"react", "preact", "preact/compat"}, specifier.Text()) {
		return
	}
	clause := n.ImportClause()
	if clause == nil {
		return
	}
	if clause.Name() != nil {
		o.reactIDs[clause.Name().Text()] = true
	}
	bindings := clause.AsImportClause().NamedBindings
	switch {
	case bindings == nil:
	case bindings.Kind == tsgo.KindNamespaceImport:
		o.reactIDs[bindings.Name().Text()] = true
	default:
		for _, b := range bindings.Elements() {
			o.reactIDs[b.Name().Text()] = true
		}
	}
}
