package inspect

import (
	"regexp"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// injections are the attributes of containers for dependency injection.
var injections = syntax.WordSet( //nolint:gochecknoglobals // never written
	"Inject", "Autowired", "Component", "Service", "Repository", "Bean", "Configuration", "Provides", "Singleton",
	"Named", "Qualifier", "Resource", "Module", "ApplicationScoped", "RequestScoped", "FromServices", "Import",
	"Export", "Value",
)

// managedClasses are the attributes of classes whose instances a container creates.
var managedClasses = syntax.WordSet( //nolint:gochecknoglobals // never written
	"Component", "Service", "Repository", "Controller", "RestController", "Configuration", "Singleton",
	"ApplicationScoped", "RequestScoped", "Path", "ApiController",
)

// constructors are the attributes of constructors that a container calls.
var constructors = syntax.WordSet("Inject", "Autowired") //nolint:gochecknoglobals // never written

// handlerAttribute matches the attributes of functions that handle events.
var handlerAttribute = regexp.MustCompile(`Listener$|^Subscribe$|^EventHandler$|^On[A-Z]|^Scheduled$|` +
	`^Consume|^Incoming$|^ExceptionHandler$|^MessageMapping$`)

// serviceType matches the names of types that containers inject, and the convention of
// C# for interfaces.
var serviceType = regexp.MustCompile(
	`(Service|Repository|Client|Factory|Provider|Logger|Store|Manager|Gateway|Context|Options)(<.*>)?\??$|` +
		`^I[A-Z][a-z]\w*(<.*>)?\??$`,
)

// attribute reports the patterns that an attribute of declaration d indicates.
func (in *inspector) attribute(d int, a syntax.Attribute) {
	name := in.tables.AttributeMark + a.Name
	in.report(facts.PatternDecorator, name, d, a.From, a.To-1)
	if injections[a.Name] {
		in.report(facts.PatternInjection, name, d, a.From, a.To-1)
	}
	if handlerAttribute.MatchString(a.Name) {
		in.report(facts.PatternHandler, name, d, a.From, a.To-1)
	}
	if a.Name != "" && a.Name == in.tables.AsyncAttribute {
		in.report(facts.PatternAsync, name, d, a.From, a.To-1)
	}
	in.routeAttribute(d, a)
}

// injected reports whether a container calls the constructor d: it has an attribute of a
// container, or a parameter with the type of a service in a class that [Injection] covers.
func (in *inspector) injected(d int, sig *facts.Signature) bool {
	at := &in.Decls[d]
	if in.tables.Injection == 0 || len(sig.Parameters) == 0 || at.Parent < 0 || at.Type != facts.Method {
		return false
	}
	class := &in.Decls[at.Parent]
	if class.Simple() != at.Simple() {
		return false
	}
	if hasAttribute(at, func(a syntax.Attribute) bool { return constructors[a.Name] }) {
		return true
	}
	all := in.tables.Injection == AllClasses
	for _, p := range sig.Parameters {
		if serviceType.MatchString(p.Type) &&
			(all || hasAttribute(class, func(a syntax.Attribute) bool { return managedClasses[a.Name] })) {
			return true
		}
	}
	return false
}
