package typescript

import "github.com/microsoft/typescript-go/shim/tsgo"

// within lists what is declared somewhere in a node: functions, classes and types
// in the bodies of functions and blocks, and functions and classes that local
// variables hold. What a function without a name declares belongs to the
// declaration around that.
func (o *outline) within(n *tsgo.Node, s scope) {
	if !o.shallow && n != nil {
		outer := o.at
		o.at = s
		o.visit(n)
		o.at = outer
	}
}

// inside is [outline.within] for the children of a node.
func (o *outline) inside(n *tsgo.Node, s scope) {
	if !o.shallow {
		outer := o.at
		o.at = s
		n.ForEachChild(o.step)
		o.at = outer
	}
}

// visit is called for every node that stands in the scope at hand.
func (o *outline) visit(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindIdentifier, tsgo.KindStringLiteral, tsgo.KindNumericLiteral, tsgo.KindTypeParameter:
		return false
	}
	if n.Flags&tsgo.NodeFlagsReparsed != 0 {
		return false
	}
	switch n.Kind {
	case tsgo.KindBlock:
		o.statements(n.Statements(), o.at)
	case tsgo.KindCaseClause, tsgo.KindDefaultClause:
		if n.Kind == tsgo.KindCaseClause {
			o.visit(n.Expression())
		}
		o.statements(n.Statements(), o.at)
	case tsgo.KindLabeledStatement:
		o.statements([]*tsgo.Node{n.AsLabeledStatement().Statement}, o.at)
	case tsgo.KindVariableDeclaration: // in the head of a loop
		o.binding(n, "", false, o.at)
	default:
		if !tsgo.IsTypeNode(n) || n.Kind == tsgo.KindExpressionWithTypeArguments {
			n.ForEachChild(o.step)
		}
	}
	return false
}
