package pattern

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// decorator records a decorator and the patterns that it gives to the decorated
// declaration.
func (f *Finder) decorator(n *tsgo.Node) {
	name, first := decoratorName(n)
	if name == "" {
		return
	}
	f.add(facts.PatternDecorator, "@"+name, n)
	on := n.Parent
	switch {
	case isInjecting(name):
		f.add(facts.PatternInjection, "@"+name, n)
	case on == nil || on.Kind == tsgo.KindParameter: // @Query() of a parameter does not concern the method
	case on.Kind == tsgo.KindMethodDeclaration:
		if isHandlerDecorator(name) {
			f.add(facts.PatternHandler, "@"+name, on)
		}
		f.routeDecorator(on, name, first)
	case tsgo.IsClassLike(on) && isProviding(name):
		f.add(facts.PatternInjection, "@"+name, n)
	}
}

// isProviding reports whether a class decorator registers the class with a container.
func isProviding(name string) bool {
	return slices.Contains([]string{
		"Injectable", "injectable", "singleton", "scoped", "autoInjectable", "Service",
		"Module", "NgModule", "Global",
	}, name)
}
