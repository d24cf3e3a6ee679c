package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// collectImported notes the local names that a statement at the top imports.
func (s *sketcher) collectImported(n *tsgo.Node) {
	switch n.Kind {
	case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration:
		for _, local := range syntax.ImportedNames(n.ImportClause()) {
			s.imported[local.Text()] = true
			if local.Parent.Kind == tsgo.KindNamespaceImport {
				s.namespaces[local.Text()] = true
			}
		}
	case tsgo.KindImportEqualsDeclaration:
		s.imported[n.Name().Text()] = true
	case tsgo.KindVariableStatement:
		for _, d := range n.AsVariableStatement().DeclarationList.AsVariableDeclarationList().Declarations.Nodes {
			if d.Initializer() != nil && tsgo.IsRequireCall(d.Initializer()) {
				for _, local := range syntax.BoundNames(d.Name()) {
					s.imported[local.Text()] = true
				}
			}
		}
	}
}

// take notes a name taken from a module.
func (s *sketcher) take(text string, module int) []name {
	taken := []name{plain(text)}
	if text == syntax.DefaultExport { // what a module consists of counts as its default
		taken = []name{{text: syntax.DefaultExport, module: module}, {text: exportEquals, module: module}}
	}
	for _, n := range taken {
		s.role(n, facts.Imported)
	}
	return taken
}

func (s *sketcher) importDeclaration(n *tsgo.Node) {
	module := s.specifier(n.ModuleSpecifier())
	clause := n.ImportClause()
	for _, local := range syntax.ImportedNames(clause) {
		switch local.Parent.Kind {
		case tsgo.KindImportSpecifier:
			s.renamed(local, local.Parent.PropertyNameOrName().Text(), module)
		case tsgo.KindNamespaceImport:
			s.local(plain(local.Text()), name{text: wholeModule, module: module})
			s.local(plain(local.Text()), name{text: exportEquals, module: module})
			s.role(name{text: exportEquals, module: module}, facts.Imported)
		default:
			s.renamed(local, syntax.DefaultExport, module)
		}
	}
}

func (s *sketcher) renamed(local *tsgo.Node, imported string, module int) {
	for _, of := range s.take(imported, module) {
		if of != plain(local.Text()) {
			s.local(plain(local.Text()), of)
		}
	}
}

func (s *sketcher) importEquals(n *tsgo.Node) {
	note := s.local
	if n.ModifierFlags()&tsgo.ModifierFlagsExport != 0 || n.Parent.Kind == tsgo.KindModuleBlock {
		note = s.global
	}
	local := plain(n.Name().Text())
	switch ref := n.AsImportEqualsDeclaration().ModuleReference; ref.Kind {
	case tsgo.KindExternalModuleReference:
		module := s.specifier(ref.Expression())
		note(local, name{text: wholeModule, module: module})
		note(local, name{text: exportEquals, module: module})
		s.role(name{text: exportEquals, module: module}, facts.Imported)
	case tsgo.KindQualifiedName:
		note(local, plain(ref.AsQualifiedName().Right.Text()))
	case tsgo.KindIdentifier:
		note(local, plain(ref.Text()))
	}
}

// exportDeclaration notes export { a as b } and export … from "…".
func (s *sketcher) exportDeclaration(n *tsgo.Node) {
	module := s.specifier(n.ModuleSpecifier())
	clause := n.AsExportDeclaration().ExportClause
	switch {
	case clause == nil:
		s.role(plain("*"), facts.Imported)
	case clause.Kind == tsgo.KindNamespaceExport:
		s.global(plain(clause.Name().Text()), name{text: wholeModule, module: module})
		s.global(plain(clause.Name().Text()), name{text: exportEquals, module: module})
	case clause.Kind == tsgo.KindNamedExports:
		for _, e := range clause.Elements() {
			of := []name{plain(e.PropertyNameOrName().Text())}
			if n.ModuleSpecifier() != nil {
				of = s.take(of[0].text, module)
			}
			for _, of := range of {
				s.exportName(e.Name().Text(), of)
			}
		}
	}
}

// exportName notes that a name is exported under another. Keys go the same way.
func (s *sketcher) exportName(exported string, of name) {
	s.global(plain(exported), of)
	if exported == syntax.DefaultExport {
		s.global(name{text: syntax.DefaultExport, module: own}, of)
	}
	if of.key = true; exported != of.text {
		s.global(name{text: exported, key: true}, of)
	}
}

func (s *sketcher) exportAssignment(n *tsgo.Node) {
	if n.AsExportAssignment().IsExportEquals {
		s.exportValue(exportEquals, n.Expression())
	} else {
		s.exportValue(syntax.DefaultExport, n.Expression())
	}
}

// exportValue notes export default value and its kin. A value without a name is
// listed as "default".
func (s *sketcher) exportValue(as string, value *tsgo.Node) {
	named := false
	add := func(of name) {
		named = true
		s.global(name{text: as, module: own}, of)
		s.global(plain(as), of)
	}
	s.denoted(value, add)
	value = tsgo.SkipOuter(value)
	if (tsgo.IsClassLike(value) || value.Kind == tsgo.KindFunctionExpression) && value.Name() != nil {
		add(plain(value.Name().Text()))
	}
	if !named {
		add(plain(syntax.DefaultExport))
	}
}

// defaultDeclaration notes export default function f() { } and class C { }.
func (s *sketcher) defaultDeclaration(n *tsgo.Node) {
	if n.ModifierFlags()&tsgo.ModifierFlagsDefault == 0 {
		return
	}
	of := plain(syntax.DefaultExport)
	if n.Name() != nil {
		of = plain(n.Name().Text())
	}
	s.global(name{text: syntax.DefaultExport, module: own}, of)
	s.global(plain(syntax.DefaultExport), of)
}

// importType notes import("…").Name in a type.
func (s *sketcher) importType(n *tsgo.Node) {
	t := n.AsImportTypeNode()
	if t.Argument == nil || t.Argument.Kind != tsgo.KindLiteralType {
		return
	}
	module := s.specifier(t.Argument.AsLiteralTypeNode().Literal)
	taken := t.Qualifier
	if taken == nil {
		return
	}
	for taken.Kind == tsgo.KindQualifiedName {
		taken = taken.AsQualifiedName().Left
	}
	s.take(taken.Text(), module)
}
