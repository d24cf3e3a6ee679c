package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Run resolves the statements of the file to a depth, except those that are resolved
// already, and updates parts. It always resolves the imports.
func (v *Resolver) Run(parts []Part, depth facts.Depth) *Imports {
	v.bindings = map[string]*binding{}
	v.externals = map[*tsgo.Node]int{}
	v.requires = map[*tsgo.Node]bool{}
	v.exportedAs = syntax.LocalExportNames(v.source)
	v.head, v.part = &Imports{}, &Part{}
	v.importStatements()
	v.head.unresolved = v.part.Unresolved
	for i, n := range v.source.Statements.Nodes {
		if parts[i].Resolved && parts[i].depth >= depth {
			continue
		}
		parts[i] = Part{Resolved: true, depth: depth}
		v.part, v.used = &parts[i], map[use]bool{}
		v.visit(n)
	}
	v.head.bindings = v.bindings
	return v.head
}

// visit is called for every node, parents first.
func (v *Resolver) visit(n *tsgo.Node) bool {
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	if decl, ok := v.file.ByNode[n]; ok {
		outer := v.decl
		v.decl = decl
		defer func() { v.decl = outer }()
	}
	v.heritage(n)
	if v.referrer != nil {
		v.markHeritage(n)
	}
	switch n.Kind {
	case tsgo.KindCallExpression:
		switch {
		case tsgo.IsImportCall(n), tsgo.IsRequireCall(n):
			v.importCall(n)
		default:
			v.call(n)
		}
	case tsgo.KindNewExpression, tsgo.KindTaggedTemplateExpression, tsgo.KindDecorator,
		tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		v.call(n)
	case tsgo.KindImportType:
		v.importType(n)
	case tsgo.KindIdentifier:
		v.identifier(n)
		v.reference(n)
		v.passed(n)
	case tsgo.KindPrivateIdentifier:
		v.reference(n)
	case tsgo.KindPropertyAccessExpression:
		v.passed(n)
	case tsgo.KindElementAccessExpression:
		if key := syntax.CalleeName(n); tsgo.IsStringLiteralLike(key) {
			v.reference(key)
		}
	case tsgo.KindJsxClosingElement:
		return false // repeats the opening tag
	case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration, tsgo.KindExportDeclaration:
		return false // recorded by importStatements
	}
	n.ForEachChild(v.visit)
	return false
}
