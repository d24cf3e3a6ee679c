package pattern

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// asyncFunction records async functions.
func (f *Finder) asyncFunction(n *tsgo.Node) {
	if n.ModifierFlags()&tsgo.ModifierFlagsAsync == 0 {
		return
	}
	name := "async function"
	switch n.Kind {
	case tsgo.KindArrowFunction:
		name = "async arrow function"
	case tsgo.KindMethodDeclaration:
		name = "async method"
	}
	if isGenerator(n) {
		name = "async generator"
	}
	f.add(facts.PatternAsync, name, n)
}

// isGenerator reports whether a function is a generator.
func isGenerator(n *tsgo.Node) bool {
	body := n.BodyData()
	return body != nil && body.AsteriskToken != nil
}

// asyncCall records combinators of Promise and calls of then.
func (f *Finder) asyncCall(c *call) {
	switch c.name {
	case "all", "allSettled", "race", "any", "withResolvers":
		if c.receiverName() == "Promise" {
			f.add(facts.PatternAsync, "Promise."+c.name, c.node)
		}
	case "then":
		if c.receiver != nil && mayBeFunction(c.argument(0)) {
			f.add(facts.PatternAsync, ".then()", c.node)
		}
	}
}

// topLevelAwait records an await outside of functions and class members.
func (f *Finder) topLevelAwait(n *tsgo.Node) {
	for p := n.Parent; p != nil; p = p.Parent {
		if tsgo.IsFunctionLike(p) || p.Kind == tsgo.KindClassStaticBlockDeclaration ||
			p.Kind == tsgo.KindPropertyDeclaration {
			return
		}
	}
	f.add(facts.PatternAsync, "top-level await", n)
}
