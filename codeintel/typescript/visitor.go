package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/program"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// visitor walks one file, knowing which declaration it is in.
type visitor struct {
	*program.Unit
	checker *tsgo.Checker
	source  *tsgo.SourceFile
	own     *summary.File
	current int
	head    *head
	part    *part // what the statement at hand refers to

	exported   map[string][]string // names under which others of the file are exported
	bindings   map[string]*binding // imported names by local name
	exportedAs map[string][]string // names of export { local as name }, by local name
	externals  map[*tsgo.Node]int  // import of the statement that imports from outside
	requires   map[*tsgo.Node]bool // require calls that a statement has dealt with
	used       map[use]bool
	*referrer  // nil unless references are asked for
}

// run resolves the file's statements to a depth, but for those that are known so.
// What they import is found out in any case.
func (v *visitor) run(parts []part, depth facts.Depth) *head {
	v.bindings = map[string]*binding{}
	v.externals = map[*tsgo.Node]int{}
	v.requires = map[*tsgo.Node]bool{}
	v.exportedAs = syntax.LocalExportNames(v.source)
	v.head, v.part = &head{}, &part{}
	v.importStatements()
	v.head.unresolved = v.part.Unresolved
	for i, n := range v.source.Statements.Nodes {
		if parts[i].resolved && parts[i].depth >= depth {
			continue
		}
		parts[i] = part{resolved: true, depth: depth}
		v.part, v.used = &parts[i], map[use]bool{}
		v.visit(n)
	}
	v.head.bindings = v.bindings
	return v.head
}

func (v *visitor) visit(n *tsgo.Node) bool {
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	if decl, ok := v.own.ByNode[n]; ok {
		outer := v.current
		v.current = decl
		defer func() { v.current = outer }()
	}
	v.heritage(n)
	if v.referrer != nil {
		v.inherits(n)
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
	case tsgo.KindPrivateIdentifier:
		v.reference(n)
	case tsgo.KindElementAccessExpression:
		if key := syntax.CalleeName(n); tsgo.IsStringLiteralLike(key) {
			v.reference(key)
		}
	case tsgo.KindJsxClosingElement:
		return false // says what the opening tag did
	case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration, tsgo.KindExportDeclaration:
		return false // importStatements saw them
	}
	n.ForEachChild(v.visit)
	return false
}

func (v *visitor) position(n *tsgo.Node) (line, column int) {
	return tsgo.LineColumnOf(v.source, tsgo.TokenStart(n, v.source))
}

func (v *visitor) unresolved(name string, isImport bool) {
	v.part.Unresolved = append(v.part.Unresolved, facts.Unresolved{From: v.current, Name: name, Import: isImport})
}
