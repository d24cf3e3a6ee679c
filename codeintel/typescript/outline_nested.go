package typescript

import "github.com/microsoft/typescript-go/shim/tsgo"

// within lists what is declared somewhere in a node: functions, classes and types
// in the bodies of functions and blocks, and functions and classes that local
// variables hold. What a function without a name declares belongs to the
// declaration around that.
func (o *outline) within(n *tsgo.Node, s scope) {
	if o.shallow || n == nil || n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return
	}
	switch n.Kind {
	case tsgo.KindIdentifier, tsgo.KindStringLiteral, tsgo.KindNumericLiteral, tsgo.KindTypeParameter:
	case tsgo.KindBlock, tsgo.KindCaseClause, tsgo.KindDefaultClause:
		if n.Kind == tsgo.KindCaseClause {
			o.within(n.Expression(), s)
		}
		o.statements(n.Statements(), s)
	case tsgo.KindLabeledStatement:
		o.statements([]*tsgo.Node{n.AsLabeledStatement().Statement}, s)
	case tsgo.KindVariableDeclaration: // in the head of a loop
		o.binding(n, "", false, s)
	default:
		if !tsgo.IsTypeNode(n) || n.Kind == tsgo.KindExpressionWithTypeArguments {
			o.inside(n, s)
		}
	}
}

// inside is [outline.within] for the children of a node.
func (o *outline) inside(n *tsgo.Node, s scope) {
	if o.shallow {
		return
	}
	n.ForEachChild(func(c *tsgo.Node) bool {
		o.within(c, s)
		return false
	})
}
