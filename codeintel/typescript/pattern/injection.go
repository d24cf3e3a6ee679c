package pattern

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// constructorInjection records a constructor that receives its dependencies: it keeps
// parameters of a named type as properties, or its class or its parameters have
// decorators.
func (f *Finder) constructorInjection(n *tsgo.Node) {
	decorated := n.Parent != nil && len(syntax.DecoratorsOf(n.Parent)) > 0
	for _, p := range n.Parameters() {
		named := p.Type() != nil && p.Type().Kind == tsgo.KindTypeReference
		if named && (decorated || tsgo.IsParameterProperty(p)) ||
			slices.ContainsFunc(syntax.DecoratorsOf(p), func(d *tsgo.Node) bool {
				name, _ := decoratorName(d)
				return isInjecting(name)
			}) {
			f.add(facts.PatternInjection, "constructor injection", n)
			return
		}
	}
}

// injectionCall records registrations with a container and requests to it.
func (f *Finder) injectionCall(c *call) {
	switch c.name {
	case "bind", "rebind", "register", "registerSingleton", "registerInstance", "registerType", "resolve", "get",
		"getAsync", "resolveAll":
		if isContainer(c.receiverName()) && len(c.arguments) > 0 {
			f.add(facts.PatternInjection, "container."+c.name, c.node)
		}
	case "inject", "provide":
		if c.receiver == nil && len(c.arguments) > 0 && f.importsFrom("@angular/core", "vue") {
			f.add(facts.PatternInjection, c.name+"()", c.node)
		}
	}
}

// isContainer reports whether a name is a usual name of a dependency container.
func isContainer(name string) bool {
	return slices.Contains([]string{
		"container", "Container", "diContainer", "injector", "moduleRef", "kernel",
		"dependencyContainer",
	}, name)
}

// provider records { provide: Token, useClass: … } and lists of providers.
func (f *Finder) provider(n *tsgo.Node) {
	provides, how := false, ""
	for _, p := range n.Properties() {
		if p.Name() == nil {
			continue
		}
		switch text, _ := tsgo.PropertyNameText(p.Name()); text {
		case "provide":
			provides = true
		case "useClass", "useValue", "useFactory", "useExisting":
			how = text
		case "providers":
			if p.Kind == tsgo.KindPropertyAssignment && p.Initializer().Kind == tsgo.KindArrayLiteralExpression {
				f.add(facts.PatternInjection, "providers", p)
			}
		}
	}
	if provides && how != "" {
		f.add(facts.PatternInjection, "provider "+how, n)
	}
}

// isInjecting reports whether a decorator requests an injected dependency.
func isInjecting(name string) bool {
	switch name {
	case "Inject", "Autowired", "inject", "multiInject", "injectAll":
		return true
	}
	return strings.HasPrefix(name, "Inject") && syntax.IsCapitalised(name[len("Inject"):]) && name != "InjectionToken"
}
