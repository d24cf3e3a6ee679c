package patterns

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Match records the patterns of a statement or expression.
func (i *Finder) Match(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Call:
		c := newCall(n)
		i.testCall(c)
		i.routeCall(c)
		i.handlerCall(c)
		i.injectionCall(c)
		i.asyncCall(c)
		i.errorCall(c)
	case *syntax.Subscript:
		i.injectionMarker(n)
	case *syntax.Try:
		i.tryPattern(n)
	case *syntax.Raise:
		if n.Cause != nil {
			i.pattern(facts.PatternErrors, "raise from", n)
		}
	case *syntax.For:
		i.asyncBlock(n.Async, "async for", n)
		i.guards(n.Body)
	case *syntax.While:
		i.guards(n.Body)
	case *syntax.With:
		i.asyncBlock(n.Async, "async with", n)
	case *syntax.Generator:
		i.asyncBlock(n.Async, "async comprehension", n)
	}
}

// MatchFunction records the patterns of a function definition.
func (i *Finder) MatchFunction(n *syntax.FunctionDef) {
	i.asyncFunction(n)
	i.guards(n.Body)
	i.constructor(n)
	i.handlerFunction(n)
	i.testFunction(n)
}

// MatchDecorator records a decorator of a function or class, and the patterns that it implies.
func (i *Finder) MatchDecorator(d syntax.Expr, of syntax.Stmt) {
	c := callOf(d)
	name := "@" + c.path
	if c.path == "" {
		name = "@(…)"
	}
	i.pattern(facts.PatternDecorator, name, d)
	i.routeDecorator(c, d, of)
	i.handlerDecorator(c, of)
	i.injectionDecorator(c, of)
	i.testDecorator(c, d)
}
