package syntax

import "github.com/microsoft/typescript-go/shim/tsgo"

// AccessedMember returns the name in ns.name when n is the ns of it.
func AccessedMember(n *tsgo.Node) *tsgo.Node {
	switch p := n.Parent; p.Kind {
	case tsgo.KindPropertyAccessExpression:
		return p.Name()
	case tsgo.KindQualifiedName:
		return p.AsQualifiedName().Right
	}
	return nil
}

func IsIntrinsicTag(tag *tsgo.Node) bool {
	if tag.Kind != tsgo.KindIdentifier {
		return false
	}
	name := tag.Text()
	return name == "" || !IsCapitalised(name) && name[0] != '_' && name[0] != '$'
}

// BaseClass returns the expression that the class around super extends.
func BaseClass(n *tsgo.Node) *tsgo.Node {
	for ; n != nil; n = n.Parent {
		if tsgo.IsClassLike(n) {
			if base := tsgo.ExtendsClause(n); base != nil {
				return tsgo.SkipOuter(base)
			}
			return nil
		}
	}
	return nil
}

func IsSuperCall(n *tsgo.Node) bool {
	return n.Kind == tsgo.KindCallExpression && n.Expression().Kind == tsgo.KindSuperKeyword
}

// CalleeName returns the node that names the callee: the last part of a chain.
func CalleeName(callee *tsgo.Node) *tsgo.Node {
	switch callee.Kind {
	case tsgo.KindPropertyAccessExpression:
		return callee.Name()
	case tsgo.KindElementAccessExpression:
		return callee.AsElementAccessExpression().ArgumentExpression
	}
	return callee
}

// CalleeText returns the name a call is written with, or "".
func CalleeText(callee *tsgo.Node) string {
	name := CalleeName(callee)
	if IsComputedAccess(callee) {
		return ""
	}
	switch name.Kind {
	case tsgo.KindIdentifier, tsgo.KindPrivateIdentifier:
		return name.Text()
	}
	if tsgo.IsStringLiteralLike(name) {
		return name.Text()
	}
	return ""
}

// IsComputedAccess reports x[key], unless key is written out.
func IsComputedAccess(n *tsgo.Node) bool {
	return n.Kind == tsgo.KindElementAccessExpression && !tsgo.IsStringLiteralLike(CalleeName(n))
}

// Alternatives returns what cond ? a : b, a || b, a ?? b and the like may come
// to when called; nil for other expressions.
func Alternatives(n *tsgo.Node) []*tsgo.Node {
	switch n.Kind {
	case tsgo.KindConditionalExpression:
		c := n.AsConditionalExpression()
		return []*tsgo.Node{c.WhenTrue, c.WhenFalse}
	case tsgo.KindBinaryExpression:
		b := n.AsBinaryExpression()
		switch b.OperatorToken.Kind {
		case tsgo.KindBarBarToken, tsgo.KindQuestionQuestionToken:
			return []*tsgo.Node{b.Left, b.Right}
		case tsgo.KindAmpersandAmpersandToken, tsgo.KindCommaToken: // what is left of them is not called
			return []*tsgo.Node{b.Right}
		}
	}
	return nil
}
