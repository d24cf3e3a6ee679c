package summary

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// collectImported records the local names that a top-level statement imports.
func (s *collector) collectImported(n *tsgo.Node) {
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

func (s *collector) importDeclaration(n *tsgo.Node) {
	module := s.specifier(n.ModuleSpecifier())
	clause := n.ImportClause()
	for _, local := range syntax.ImportedNames(clause) {
		switch local.Parent.Kind {
		case tsgo.KindImportSpecifier:
			s.renamed(local, local.Parent.PropertyNameOrName().Text(), module)
		case tsgo.KindNamespaceImport:
			s.addLocal(Plain(local.Text()), Name{Text: WholeModule, Module: module})
			s.addLocal(Plain(local.Text()), Name{Text: exportEquals, Module: module})
			s.addRole(Name{Text: exportEquals, Module: module}, facts.Imported)
		default:
			s.renamed(local, syntax.DefaultExport, module)
		}
	}
}

// renamed records that a local name is an alias of an imported name.
func (s *collector) renamed(local *tsgo.Node, imported string, module int) {
	for _, of := range s.takeFromModule(imported, module) {
		if of != Plain(local.Text()) {
			s.addLocal(Plain(local.Text()), of)
		}
	}
}

func (s *collector) importEquals(n *tsgo.Node) {
	add := s.addLocal
	if n.ModifierFlags()&tsgo.ModifierFlagsExport != 0 || n.Parent.Kind == tsgo.KindModuleBlock {
		add = s.addGlobal
	}
	local := Plain(n.Name().Text())
	switch ref := n.AsImportEqualsDeclaration().ModuleReference; ref.Kind {
	case tsgo.KindExternalModuleReference:
		module := s.specifier(ref.Expression())
		add(local, Name{Text: WholeModule, Module: module})
		add(local, Name{Text: exportEquals, Module: module})
		s.addRole(Name{Text: exportEquals, Module: module}, facts.Imported)
	case tsgo.KindQualifiedName:
		add(local, Plain(ref.AsQualifiedName().Right.Text()))
	case tsgo.KindIdentifier:
		add(local, Plain(ref.Text()))
	}
}

// exportDeclaration records `export { a as b }` and `export … from "…"`.
func (s *collector) exportDeclaration(n *tsgo.Node) {
	module := s.specifier(n.ModuleSpecifier())
	clause := n.AsExportDeclaration().ExportClause
	switch {
	case clause == nil:
		s.addRole(Plain("*"), facts.Imported)
	case clause.Kind == tsgo.KindNamespaceExport:
		s.addGlobal(Plain(clause.Name().Text()), Name{Text: WholeModule, Module: module})
		s.addGlobal(Plain(clause.Name().Text()), Name{Text: exportEquals, Module: module})
	case clause.Kind == tsgo.KindNamedExports:
		for _, e := range clause.Elements() {
			of := []Name{Plain(e.PropertyNameOrName().Text())}
			if n.ModuleSpecifier() != nil {
				of = s.takeFromModule(of[0].Text, module)
			}
			for _, of := range of {
				s.exportName(e.Name().Text(), of)
			}
		}
	}
}

// exportName records that a name is exported under another name, also for its use as a
// key.
func (s *collector) exportName(exported string, of Name) {
	s.addGlobal(Plain(exported), of)
	if exported == syntax.DefaultExport {
		s.addGlobal(Name{Text: syntax.DefaultExport, Module: OwnModule}, of)
	}
	if of.Key = true; exported != of.Text {
		s.addGlobal(Name{Text: exported, Key: true}, of)
	}
}

func (s *collector) exportAssignment(n *tsgo.Node) {
	if n.AsExportAssignment().IsExportEquals {
		s.exportValue(exportEquals, n.Expression())
	} else {
		s.exportValue(syntax.DefaultExport, n.Expression())
	}
}

// defaultDeclaration records `export default function f() { }` and
// `export default class C { }`.
func (s *collector) defaultDeclaration(n *tsgo.Node) {
	if n.ModifierFlags()&tsgo.ModifierFlagsDefault == 0 {
		return
	}
	of := Plain(syntax.DefaultExport)
	if n.Name() != nil {
		of = Plain(n.Name().Text())
	}
	s.addGlobal(Name{Text: syntax.DefaultExport, Module: OwnModule}, of)
	s.addGlobal(Plain(syntax.DefaultExport), of)
}

// importType records `import("…").Name` in a type.
func (s *collector) importType(n *tsgo.Node) {
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
	s.takeFromModule(taken.Text(), module)
}
