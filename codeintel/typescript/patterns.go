package typescript

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// patterns notes the known ways of writing code that a node is an instance of.
func (i *inspector) patterns(n *tsgo.Node) {
	switch n.Kind {
	case tsgo.KindCallExpression:
		c := newCall(n)
		i.testCall(c)
		i.routeCall(c)
		i.handlerCall(c)
		i.errorCall(c)
		i.asyncCall(c)
		i.injectionCall(c)
		i.reactCall(c)
	case tsgo.KindNewExpression:
		if callee := n.Expression(); callee.Kind == tsgo.KindIdentifier && callee.Text() == "Promise" {
			i.pattern(facts.PatternAsync, "new Promise", n)
		}
	case tsgo.KindDecorator:
		i.decorator(n)
	case tsgo.KindTryStatement:
		i.tryStatement(n)
	case tsgo.KindForOfStatement:
		if n.AsForInOrOfStatement().AwaitModifier != nil {
			i.pattern(facts.PatternAsync, "for await", n)
		}
	case tsgo.KindAwaitExpression:
		i.topLevelAwait(n)
	case tsgo.KindBinaryExpression:
		i.handlerAssignment(n)
	case tsgo.KindJsxAttribute:
		i.handlerAttribute(n)
	case tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		i.reactElement(n)
		i.routeElement(n)
	case tsgo.KindObjectLiteralExpression:
		i.provider(n)
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression:
		i.class(n)
	}
	if tsgo.IsFunctionLike(n) {
		i.asyncFunction(n)
		if n.Kind == tsgo.KindConstructor {
			i.constructorInjection(n)
		}
		if n.Body() != nil {
			i.errorMiddleware(n)
		}
	}
	i.guards(n)
}

// pattern notes one place.
func (i *inspector) pattern(kind, name string, n *tsgo.Node) {
	i.patternOf(kind, name, n, i.decl)
}

func (i *inspector) patternOf(kind, name string, n *tsgo.Node, decl int) {
	i.Patterns = append(i.Patterns, facts.Pattern{
		Kind: kind, Name: strings.Clone(name), Decl: decl,
		Line: i.lineOf(n), EndLine: tsgo.LineOf(i.file, n.End()),
	})
}

func (i *inspector) lineOf(n *tsgo.Node) int { return tsgo.LineOf(i.file, tsgo.TokenStart(n, i.file)) }

// declarationPattern notes what a declaration is as a whole.
func (i *inspector) declarationPattern(kind, name string, decl int) {
	d := &i.Decls[decl]
	i.Patterns = append(i.Patterns, facts.Pattern{Kind: kind, Name: strings.Clone(name), Decl: decl, Line: d.Line, EndLine: d.EndLine})
}

// declarationPatterns notes what declarations are by their names, types and the
// path of the file.
func (i *inspector) declarationPatterns() {
	for decl, e := range i.outline.Entries {
		i.reactDeclaration(decl, e)
		i.handlerDeclaration(decl, e)
	}
	i.fileRoutes()
}

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
