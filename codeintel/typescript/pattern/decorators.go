package pattern

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// decorator records a decorator, and the patterns of the decorated declaration that follow from it.
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
	case on == nil || on.Kind == tsgo.KindParameter: // such as @Query(), which does not describe the method
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
