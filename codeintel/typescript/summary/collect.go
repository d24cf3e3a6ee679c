package summary

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// collectNames collects the names that a file mentions, and the function bodies that
// have no effect on other files.
func collectNames(file *tsgo.SourceFile, byNode map[*tsgo.Node]int, exported map[string]bool) (*Names, []*body) {
	s := &collector{
		Names: &Names{
			Roles: map[Name]facts.Role{}, LocalAliases: map[Name][]Name{}, Members: map[int][]string{},
			namespaces: map[string]bool{}, UsedWhole: map[string]bool{},
		},
		shaper: newShaper(file), file: file, byNode: byNode, exported: exported, script: tsgo.IsScript(file),
		imported: map[string]bool{}, owner: facts.ModuleLevel,
		constants: map[string]string{},
	}
	for _, n := range file.Statements.Nodes {
		s.collectImported(n)
	}
	file.ForEachChild(s.visit)
	s.keyedMembers()
	return s.Names, s.hidden()
}

// visit is called for every node, parents first.
func (s *collector) visit(n *tsgo.Node) bool {
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	owner, place := s.owner, s.shapeScope
	s.enter(n)
	switch decl, ok := s.byNode[n]; {
	case tsgo.IsFunctionLike(n):
		if !ok {
			s.member(n)
		}
		s.owner = facts.ModuleLevel
	case ok:
		s.owner = decl
	default:
		s.member(n)
	}
	s.parent = owner
	s.node(n)
	n.ForEachChild(s.visit)
	s.owner, s.shapeScope = owner, place
	return false
}

// member records a member that is not listed itself. A call of it resolves to the
// declaration that contains it.
func (s *collector) member(n *tsgo.Node) {
	if s.owner == facts.ModuleLevel || !syntax.IsMember(n) || n.Name() == nil {
		return
	}
	if text, ok := tsgo.PropertyNameText(n.Name()); ok {
		s.addMember(s.owner, text)
	}
}

// node records the names in one node.
func (s *collector) node(n *tsgo.Node) {
	switch n.Kind {
	case tsgo.KindIdentifier:
		s.passed(n, n)
		if len(s.namespaces) > 0 && s.namespaces[n.Text()] && n.Parent.Kind != tsgo.KindNamespaceImport &&
			syntax.AccessedMember(n) == nil {
			s.UsedWhole[n.Text()] = true
		}
	case tsgo.KindCallExpression:
		s.callExpression(n)
	case tsgo.KindNewExpression, tsgo.KindTaggedTemplateExpression:
		s.called(tsgo.InvokedExpression(n))
	case tsgo.KindDecorator:
		if d := tsgo.SkipOuter(n.Expression()); d.Kind != tsgo.KindCallExpression {
			s.called(d)
		}
	case tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		if tag := tsgo.InvokedExpression(n); tag.Kind != tsgo.KindJsxNamespacedName && !syntax.IsIntrinsicTag(tag) {
			s.called(tag)
		}
	case tsgo.KindPropertyAccessExpression:
		s.memberOfImport(n.Expression(), n.Name())
		s.passed(n, n.Name())
	case tsgo.KindQualifiedName:
		s.memberOfImport(n.AsQualifiedName().Left, n.AsQualifiedName().Right)
	case tsgo.KindVariableDeclaration:
		s.variable(n)
	case tsgo.KindBindingElement:
		s.bindingElement(n)
	case tsgo.KindPropertyAssignment, tsgo.KindPropertyDeclaration:
		s.property(n)
	case tsgo.KindShorthandPropertyAssignment:
		s.addGlobal(Plain(n.Name().Text()), Plain(n.Name().Text()))
	case tsgo.KindBinaryExpression:
		s.assignment(n)
	case tsgo.KindParameter:
		s.typeQuery(n)
	case tsgo.KindPropertySignature:
		s.typeQuery(n)
		s.computedMember(n)
	case tsgo.KindMethodDeclaration, tsgo.KindMethodSignature,
		tsgo.KindGetAccessor, tsgo.KindSetAccessor:
		s.computedMember(n)
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression, tsgo.KindInterfaceDeclaration:
		s.inherited(n)
		s.defaultDeclaration(n)
	case tsgo.KindTypeAliasDeclaration:
		s.inherited(n)
	case tsgo.KindFunctionDeclaration:
		s.defaultDeclaration(n)
	case tsgo.KindImportDeclaration, tsgo.KindJSImportDeclaration:
		s.importDeclaration(n)
	case tsgo.KindImportEqualsDeclaration:
		s.importEquals(n)
	case tsgo.KindExportDeclaration:
		s.exportDeclaration(n)
	case tsgo.KindExportAssignment:
		s.inherited(n)
		s.exportAssignment(n)
	case tsgo.KindImportType:
		s.importType(n)
	}
}

// memberOfImport records ns.member: a name taken from a module, or from a module that
// the first one re-exports as a whole.
func (s *collector) memberOfImport(left, member *tsgo.Node) {
	const deepest = 8 // bounds the modules in a.b.c.member
	isQualified := func(n *tsgo.Node) bool {
		return n.Kind == tsgo.KindPropertyAccessExpression || n.Kind == tsgo.KindQualifiedName
	}
	for i := 0; i < deepest && isQualified(left); i++ {
		if left.Kind == tsgo.KindQualifiedName {
			left = left.AsQualifiedName().Left
		} else {
			left = left.Expression()
		}
	}
	if left.Kind == tsgo.KindIdentifier && s.imported[left.Text()] {
		s.addRole(Plain(member.Text()), facts.Imported)
	}
}
