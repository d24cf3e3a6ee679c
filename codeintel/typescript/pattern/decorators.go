package pattern

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// decorator notes a decorator, and what it says that it decorates.
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
	case on == nil || on.Kind == tsgo.KindParameter: // @Query() of a parameter is none of a method
	case on.Kind == tsgo.KindMethodDeclaration:
		if isHandlerDecorator(name) {
			f.add(facts.PatternHandler, "@"+name, on)
		}
		f.routeDecorator(on, name, first)
	case tsgo.IsClassLike(on) && isProviding(name):
		f.add(facts.PatternInjection, "@"+name, n)
	}
}

// isProviding reports decorators of classes that a container makes.
func isProviding(name string) bool {
	return slices.Contains([]string{"Injectable", "injectable", "singleton", "scoped", "autoInjectable", "Service", "Module", "NgModule", "Global"}, name)
}
