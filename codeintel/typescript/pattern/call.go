package pattern

import "github.com/microsoft/typescript-go/shim/tsgo"

// call is a call taken apart: names are those of its callee, app.get as app and
// get, from which calls and what is not a name in between are left out.
type call struct {
	node      *tsgo.Node
	receiver  *tsgo.Node // of what is called as a member, else nil
	name      string     // of what is called; "" if it has none
	arguments []*tsgo.Node
}

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

// receiverName returns the last name of what the call is a member of: router in
// this.router.get(); "" if that is no name.
func (c *call) receiverName() string {
	if c.receiver == nil {
		return ""
	}
	return nameText(c.receiver)
}

// nameText returns the last name of a chain of names, else "".
func nameText(n *tsgo.Node) string {
	switch n = tsgo.SkipOuter(n); n.Kind {
	case tsgo.KindIdentifier, tsgo.KindPrivateIdentifier:
		return n.Text()
	case tsgo.KindPropertyAccessExpression:
		return n.Name().Text()
	}
	return ""
}

// argument returns an argument without parentheses and assertions, or nil.
func (c *call) argument(at int) *tsgo.Node {
	if at < 0 || at >= len(c.arguments) {
		return nil
	}
	return tsgo.SkipOuter(c.arguments[at])
}

// text returns an argument that is a string written out.
func (c *call) text(at int) (string, bool) {
	if a := c.argument(at); a != nil && tsgo.IsStringLiteralLike(a) {
		return a.Text(), true
	}
	return "", false
}

// last returns the last argument, or nil.
func (c *call) last() *tsgo.Node { return c.argument(len(c.arguments) - 1) }

// hasFunction reports a call with a function among its arguments.
func (c *call) hasFunction() bool {
	for at := range c.arguments {
		if tsgo.IsFunctionExpression(c.argument(at)) {
			return true
		}
	}
	return false
}

// mayBeFunction reports an expression that may be a function: one, or a name, or
// what a call returns.
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

// decoratorName returns the name of a decorator and the first argument it is
// called with, nil if there is none.
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
