package summary

import (
	"crypto/sha256"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Statement summarises one top-level statement.
type Statement struct {
	Shape     Shape
	Names     []string // names that it declares, exports or assigns to
	Exported  bool     // other files can refer to the names
	mentioned map[string]bool
	// Opaque is true if the names do not describe all effects of the statement.
	Opaque bool
}

// newStatement summarises a statement. Names are those of declarations, not of members,
// because the type of a member is found through the names of declarations. mentioned
// holds the names that the visible part of the statement mentions; for a namespace
// import, it holds ns.name for each name taken from it, and ns only if it is used as a
// whole.
func newStatement(file *tsgo.SourceFile, n *tsgo.Node, hidden []*body, namespaces map[string]bool) *Statement {
	c := &statementReader{
		Statement: &Statement{mentioned: map[string]bool{}}, namespaces: namespaces,
		hidden: map[*tsgo.Node]bool{},
	}
	c.addDeclared(n)
	for _, b := range hidden {
		c.hidden[b.node] = true
	}
	c.visit(n)
	h := sha256.New()
	writeVisible(h, file, hidden, n.Pos(), n.End())
	c.Shape = Shape(h.Sum(nil))
	return c.Statement
}

// statementReader collects the names of one statement.
type statementReader struct {
	*Statement
	namespaces map[string]bool // local names of namespace imports
	hidden     map[*tsgo.Node]bool
}

func (c *statementReader) add(n *tsgo.Node) {
	if n != nil {
		c.Names = append(c.Names, n.Text())
	}
}

// addDeclared records the names that a statement declares or exports.
func (c *statementReader) addDeclared(n *tsgo.Node) {
	c.Exported = n.Kind == tsgo.KindExportDeclaration || n.Kind == tsgo.KindExportAssignment ||
		n.ModifierFlags()&tsgo.ModifierFlagsExport != 0
	switch n.Kind {
	case tsgo.KindFunctionDeclaration, tsgo.KindClassDeclaration, tsgo.KindInterfaceDeclaration,
		tsgo.KindTypeAliasDeclaration, tsgo.KindEnumDeclaration:
		c.add(n.Name())
		if n.ModifierFlags()&tsgo.ModifierFlagsDefault != 0 {
			c.Names = append(c.Names, syntax.DefaultExport)
		}
	case tsgo.KindVariableStatement:
		for _, d := range n.AsVariableStatement().DeclarationList.AsVariableDeclarationList().Declarations.Nodes {
			c.addBound(d.Name())
		}
	case tsgo.KindModuleDeclaration:
		c.Opaque = tsgo.IsModuleWithStringName(n) || tsgo.IsGlobalAugmentation(n)
		c.add(n.Name())
	case tsgo.KindImportDeclaration:
		for _, name := range syntax.ImportedNames(n.ImportClause()) {
			c.add(name)
		}
	case tsgo.KindImportEqualsDeclaration:
		c.add(n.Name())
	case tsgo.KindExportDeclaration:
		switch clause := n.AsExportDeclaration().ExportClause; {
		case clause == nil:
			c.Opaque = true
		case clause.Kind == tsgo.KindNamedExports:
			for _, e := range clause.Elements() {
				c.add(e.Name())
			}
		default:
			c.add(clause.Name())
		}
	case tsgo.KindExportAssignment:
		c.Opaque = n.AsExportAssignment().IsExportEquals
		c.Names = append(c.Names, syntax.DefaultExport)
	case tsgo.KindExpressionStatement:
	default:
		c.Opaque = true
	}
}

// addBound records the names in a binding name or pattern.
func (c *statementReader) addBound(name *tsgo.Node) {
	switch {
	case name == nil:
	case tsgo.IsBindingPattern(name):
		for _, e := range name.Elements() {
			c.addBound(e.Name())
		}
	default:
		c.add(name)
	}
}

func (c *statementReader) visit(n *tsgo.Node) bool {
	if c.hidden[n] {
		return false
	}
	switch n.Kind {
	case tsgo.KindIdentifier:
		c.addMentioned(n)
	case tsgo.KindBinaryExpression:
		if tsgo.IsAssignment(n) {
			c.addAssigned(n.AsBinaryExpression().Left)
		}
	case tsgo.KindPrefixUnaryExpression, tsgo.KindPostfixUnaryExpression:
		if operand := tsgo.UpdatedOperand(n); operand != nil {
			c.addAssigned(operand)
		}
	case tsgo.KindForInStatement, tsgo.KindForOfStatement:
		c.Opaque = c.Opaque || n.Initializer().Kind != tsgo.KindVariableDeclarationList
	}
	n.ForEachChild(c.visit)
	return false
}

// addAssigned records the target of an assignment, because callees are traced to
// assigned values.
func (c *statementReader) addAssigned(left *tsgo.Node) {
	left = tsgo.SkipOuter(left)
	root := left
	for root.Kind == tsgo.KindPropertyAccessExpression {
		root = tsgo.SkipOuter(root.Expression())
	}
	switch {
	case left.Kind == tsgo.KindIdentifier:
		c.add(left)
	case root.Kind != tsgo.KindThisKeyword:
		c.Opaque = true
	}
}

// addMentioned records an identifier that refers to a declaration.
func (c *statementReader) addMentioned(n *tsgo.Node) {
	switch p := n.Parent; p.Kind {
	case tsgo.KindPropertyAccessExpression:
		if p.Name() == n {
			return
		}
	case tsgo.KindQualifiedName:
		if p.AsQualifiedName().Right == n {
			return
		}
	case tsgo.KindPropertyAssignment, tsgo.KindMethodDeclaration, tsgo.KindPropertyDeclaration,
		tsgo.KindPropertySignature, tsgo.KindMethodSignature, tsgo.KindGetAccessor, tsgo.KindSetAccessor:
		if p.Name() == n {
			return
		}
	}
	if member := syntax.AccessedMember(n); member != nil && c.namespaces[n.Text()] {
		c.mentioned[n.Text()+"."+member.Text()] = true
		return
	}
	c.mentioned[n.Text()] = true
}

// MentionsAny reports whether the statement mentions one of the names.
func (i *Statement) MentionsAny(names map[string]bool) bool {
	small, large := names, i.mentioned
	if len(small) > len(large) {
		small, large = large, small
	}
	for n := range small {
		if large[n] {
			return true
		}
	}
	return false
}
