package pattern

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Enter records the patterns that a node is an instance of. decl is the declaration
// that contains the node. After visiting the children of the node, the caller passes
// the result to Leave.
func (f *Finder) Enter(n *tsgo.Node, decl int) (suites int) {
	suites, f.decl = len(f.suites), decl
	f.node(n)
	return suites
}

// Leave ends the test suites that began since the matching Enter.
func (f *Finder) Leave(suites int) { f.suites = f.suites[:suites] }

// node records the patterns of one node.
func (f *Finder) node(n *tsgo.Node) {
	switch n.Kind {
	case tsgo.KindCallExpression:
		c := newCall(n)
		f.testCall(c)
		f.routeCall(c)
		f.handlerCall(c)
		f.errorCall(c)
		f.asyncCall(c)
		f.injectionCall(c)
		f.reactCall(c)
	case tsgo.KindNewExpression:
		if callee := n.Expression(); callee.Kind == tsgo.KindIdentifier && callee.Text() == "Promise" {
			f.add(facts.PatternAsync, "new Promise", n)
		}
	case tsgo.KindDecorator:
		f.decorator(n)
	case tsgo.KindTryStatement:
		f.tryStatement(n)
	case tsgo.KindForOfStatement:
		if n.AsForInOrOfStatement().AwaitModifier != nil {
			f.add(facts.PatternAsync, "for await", n)
		}
	case tsgo.KindAwaitExpression:
		f.topLevelAwait(n)
	case tsgo.KindBinaryExpression:
		f.handlerAssignment(n)
	case tsgo.KindJsxAttribute:
		f.handlerAttribute(n)
	case tsgo.KindJsxOpeningElement, tsgo.KindJsxSelfClosingElement:
		f.reactElement(n)
		f.routeElement(n)
	case tsgo.KindObjectLiteralExpression:
		f.provider(n)
	case tsgo.KindClassDeclaration, tsgo.KindClassExpression:
		f.class(n)
	}
	if tsgo.IsFunctionLike(n) {
		f.asyncFunction(n)
		if n.Kind == tsgo.KindConstructor {
			f.constructorInjection(n)
		}
		if n.Body() != nil {
			f.errorMiddleware(n)
		}
	}
	f.guards(n)
}

// Declarations records the patterns that follow from the name or type of a declaration
// or from the path of the file.
func (f *Finder) Declarations() {
	for decl, e := range f.outline.Entries {
		f.reactDeclaration(decl, e)
		f.handlerDeclaration(decl, e)
	}
	f.fileRoutes()
}
