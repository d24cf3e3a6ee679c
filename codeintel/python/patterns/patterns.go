package patterns

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Match records the patterns of a statement or expression.
func (f *Finder) Match(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Call:
		c := newCall(n)
		f.testCall(c)
		f.routeCall(c)
		f.handlerCall(c)
		f.injectionCall(c)
		f.asyncCall(c)
		f.errorCall(c)
	case *syntax.Subscript:
		f.injectionMarker(n)
	case *syntax.Try:
		f.tryPattern(n)
	case *syntax.Raise:
		if n.Cause != nil {
			f.pattern(facts.PatternErrors, "raise from", n)
		}
	case *syntax.For:
		f.asyncBlock(n.Async, "async for", n)
		f.guards(n.Body)
	case *syntax.While:
		f.guards(n.Body)
	case *syntax.With:
		f.asyncBlock(n.Async, "async with", n)
	case *syntax.Generator:
		f.asyncBlock(n.Async, "async comprehension", n)
	}
}

// MatchFunction records the patterns of a function definition.
func (f *Finder) MatchFunction(n *syntax.FunctionDef) {
	f.asyncFunction(n)
	f.guards(n.Body)
	f.constructor(n)
	f.handlerFunction(n)
	f.testFunction(n)
}

// MatchDecorator records a decorator of a function or class, and the patterns that it implies.
func (f *Finder) MatchDecorator(d syntax.Expr, of syntax.Stmt) {
	c := callOf(d)
	name := "@" + c.path
	if c.path == "" {
		name = "@(…)"
	}
	f.pattern(facts.PatternDecorator, name, d)
	f.routeDecorator(c, d, of)
	f.handlerDecorator(c, of)
	f.injectionDecorator(c, of)
	f.testDecorator(c, d)
}
