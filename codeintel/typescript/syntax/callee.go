package syntax

import "github.com/microsoft/typescript-go/shim/tsgo"

// AccessedMember returns the name node of the member in ns.member, where n is ns. It
// returns nil if n is not accessed this way.
func AccessedMember(n *tsgo.Node) *tsgo.Node {
	switch p := n.Parent; p.Kind {
	case tsgo.KindPropertyAccessExpression:
		return p.Name()
	case tsgo.KindQualifiedName:
		return p.AsQualifiedName().Right
	}
	return nil
}

// IsIntrinsicTag reports whether a JSX tag is an HTML element, not a component.
func IsIntrinsicTag(tag *tsgo.Node) bool {
	if tag.Kind != tsgo.KindIdentifier {
		return false
	}
	name := tag.Text()
	return name == "" || !IsCapitalised(name) && name[0] != '_' && name[0] != '$'
}

// BaseClass returns the expression in the extends clause of the class that contains n, a
// keyword 'super'. It returns nil if there is none.
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

// IsSuperCall reports whether n is super(…).
func IsSuperCall(n *tsgo.Node) bool {
	return n.Kind == tsgo.KindCallExpression && n.Expression().Kind == tsgo.KindSuperKeyword
}

// CalleeName returns the node that names a callee: the member name of a property
// access, the argument of an element access, otherwise the callee itself.
func CalleeName(callee *tsgo.Node) *tsgo.Node {
	switch callee.Kind {
	case tsgo.KindPropertyAccessExpression:
		return callee.Name()
	case tsgo.KindElementAccessExpression:
		return callee.AsElementAccessExpression().ArgumentExpression
	}
	return callee
}

// CalleeText returns the name in the source of a call, or "" if the callee has no
// literal name.
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

// IsComputedAccess reports whether n is x[key] with a key that is not a string literal.
func IsComputedAccess(n *tsgo.Node) bool {
	return n.Kind == tsgo.KindElementAccessExpression && !tsgo.IsStringLiteralLike(CalleeName(n))
}

// Alternatives returns the operands that can become the value of `cond ? a : b`, `a || b`,
// `a ?? b`, `a && b` or `(a, b)`. It returns nil for other expressions.
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
		case tsgo.KindAmpersandAmpersandToken, tsgo.KindCommaToken: // the left operand is not called
			return []*tsgo.Node{b.Right}
		}
	}
	return nil
}
