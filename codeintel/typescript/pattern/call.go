package pattern

import "github.com/microsoft/typescript-go/shim/tsgo"

// call is a call expression with the parts that patterns depend on. In app.get(…), the
// receiver is app and the name is get.
type call struct {
	node      *tsgo.Node
	receiver  *tsgo.Node // nil unless the callee is a member
	name      string     // last name of the callee; "" if it has none
	arguments []*tsgo.Node
}

// newCall returns the parts of a call expression.
func newCall(n *tsgo.Node) *call {
	c := &call{node: n, arguments: n.Arguments()}
	callee := tsgo.SkipOuter(n.Expression())
	switch callee.Kind {
	case tsgo.KindIdentifier:
		c.name = callee.Text()
	case tsgo.KindPropertyAccessExpression:
		c.name, c.receiver = callee.Name().Text(), tsgo.SkipOuter(callee.Expression())
	}
	return c
}

// receiverName returns the last name of the receiver: router in this.router.get(). It
// returns "" if the receiver is not a name.
func (c *call) receiverName() string {
	if c.receiver == nil {
		return ""
	}
	return nameText(c.receiver)
}

// nameText returns an identifier, or the last name of a property access, or "".
func nameText(n *tsgo.Node) string {
	switch n = tsgo.SkipOuter(n); n.Kind {
	case tsgo.KindIdentifier, tsgo.KindPrivateIdentifier:
		return n.Text()
	case tsgo.KindPropertyAccessExpression:
		return n.Name().Text()
	}
	return ""
}

// argument returns an argument without parentheses and type assertions, or nil if there
// is none at the index.
func (c *call) argument(at int) *tsgo.Node {
	if at < 0 || at >= len(c.arguments) {
		return nil
	}
	return tsgo.SkipOuter(c.arguments[at])
}

// text returns an argument that is a string literal.
func (c *call) text(at int) (string, bool) {
	if a := c.argument(at); a != nil && tsgo.IsStringLiteralLike(a) {
		return a.Text(), true
	}
	return "", false
}

// last returns the last argument, or nil.
func (c *call) last() *tsgo.Node { return c.argument(len(c.arguments) - 1) }

// hasFunction reports whether an argument is a function expression.
func (c *call) hasFunction() bool {
	for at := range c.arguments {
		if tsgo.IsFunctionExpression(c.argument(at)) {
			return true
		}
	}
	return false
}

// mayBeFunction reports whether an expression can evaluate to a function: a function
// expression, a name or a call.
func mayBeFunction(n *tsgo.Node) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case tsgo.KindIdentifier, tsgo.KindPropertyAccessExpression, tsgo.KindCallExpression:
		return true
	}
	return tsgo.IsFunctionExpression(n)
}

// decoratorName returns the name of a decorator and its first argument, or nil if it
// has none.
func decoratorName(n *tsgo.Node) (name string, first *tsgo.Node) {
	e := tsgo.SkipOuter(n.Expression())
	if e.Kind == tsgo.KindCallExpression {
		if args := e.Arguments(); len(args) > 0 {
			first = tsgo.SkipOuter(args[0])
		}
		e = tsgo.SkipOuter(e.Expression())
	}
	return nameText(e), first
}
