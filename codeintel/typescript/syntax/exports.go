package syntax

import "github.com/microsoft/typescript-go/shim/tsgo"

// DefaultExport is the name of a module's default export.
const DefaultExport = "default"

// LocalExports returns the specifiers of a statement `export { … }` without a module specifier,
// or nil for other statements.
func LocalExports(n *tsgo.Node) []*tsgo.Node {
	clause := n.AsExportDeclaration().ExportClause
	if n.ModuleSpecifier() != nil || clause == nil || clause.Kind != tsgo.KindNamedExports {
		return nil
	}
	return clause.Elements()
}

// LocalExportNames maps local names to the names under which the statements
// `export { local as name }` and `export default local` export them.
func LocalExportNames(f *tsgo.SourceFile) map[string][]string {
	names := map[string][]string{}
	for _, n := range f.Statements.Nodes {
		switch n.Kind {
		case tsgo.KindExportDeclaration:
			for _, specifier := range LocalExports(n) {
				local := specifier.PropertyNameOrName().Text()
				names[local] = append(names[local], specifier.Name().Text())
			}
		case tsgo.KindExportAssignment:
			if value := tsgo.SkipOuter(n.Expression()); value.Kind == tsgo.KindIdentifier {
				names[value.Text()] = append(names[value.Text()], "default")
			}
		}
	}
	return names
}

// ReexportedLocals maps local names to the names under which the statements
// `export { local as name }` and `export import local = …` export them.
func ReexportedLocals(f *tsgo.SourceFile) map[string][]string {
	names := map[string][]string{}
	for _, n := range f.Statements.Nodes {
		switch {
		case n.Kind == tsgo.KindImportEqualsDeclaration && n.ModifierFlags()&tsgo.ModifierFlagsExport != 0:
			names[n.Name().Text()] = append(names[n.Name().Text()], n.Name().Text())
		case n.Kind == tsgo.KindExportDeclaration && n.ModuleSpecifier() == nil &&
			n.AsExportDeclaration().ExportClause != nil:
			for _, e := range n.AsExportDeclaration().ExportClause.Elements() {
				of := e.PropertyNameOrName().Text()
				names[of] = append(names[of], e.Name().Text())
			}
		}
	}
	return names
}
