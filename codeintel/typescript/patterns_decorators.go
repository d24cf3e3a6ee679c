package typescript

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// decorator notes a decorator, and what it says that it decorates.
func (i *inspector) decorator(n *tsgo.Node) {
	name, first := decoratorName(n)
	if name == "" {
		return
	}
	i.pattern(facts.PatternDecorator, "@"+name, n)
	on := n.Parent
	switch {
	case isInjecting(name):
		i.pattern(facts.PatternInjection, "@"+name, n)
	case on == nil || on.Kind == tsgo.KindParameter: // @Query() of a parameter is none of a method
	case on.Kind == tsgo.KindMethodDeclaration:
		if isHandlerDecorator(name) {
			i.pattern(facts.PatternHandler, "@"+name, on)
		}
		i.routeDecorator(on, name, first)
	case tsgo.IsClassLike(on) && isProviding(name):
		i.pattern(facts.PatternInjection, "@"+name, n)
	}
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

// isInjecting reports decorators that ask for something to be put in.
func isInjecting(name string) bool {
	return name == "Inject" || name == "Autowired" || name == "inject" || name == "multiInject" || name == "injectAll" ||
		strings.HasPrefix(name, "Inject") && syntax.IsCapitalised(name[len("Inject"):]) && name != "InjectionToken"
}

// isProviding reports decorators of classes that a container makes.
func isProviding(name string) bool {
	return slices.Contains([]string{"Injectable", "injectable", "singleton", "scoped", "autoInjectable", "Service", "Module", "NgModule", "Global"}, name)
}
