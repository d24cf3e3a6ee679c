package brace

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// injections are annotations and attributes by which containers are told what to
// put where.
var injections = set("Inject", "Autowired", "Component", "Service", "Repository", "Bean", "Configuration", "Provides", "Singleton", //nolint:gochecknoglobals // never written
	"Named", "Qualifier", "Resource", "Module", "ApplicationScoped", "RequestScoped", "FromServices", "Import", "Export", "Value")

// managed are annotations of classes that containers make.
var managed = set("Component", "Service", "Repository", "Controller", "RestController", "Configuration", "Singleton", //nolint:gochecknoglobals // never written
	"ApplicationScoped", "RequestScoped", "Path", "ApiController")

// handles are annotations of what answers events and messages.
var handles = regexp.MustCompile(`Listener$|^Subscribe$|^EventHandler$|^On[A-Z]|^Scheduled$|^Consume|^Incoming$|^ExceptionHandler$|^MessageMapping$`)

// handlerName are the names that functions are given that answer something.
var handlerName = regexp.MustCompile(`^(on|handle)[A-Z]\w*$|^(on|handle)_\w+$|^(Handle|On)[A-Z]\w*$|^\w+(Handler|_handler)$`)

// offered are the names of types that containers put into constructors, and what C#
// calls interfaces.
var offered = regexp.MustCompile(`(Service|Repository|Client|Factory|Provider|Logger|Store|Manager|Gateway|Context|Options)(<.*>)?\??$|^I[A-Z][a-z]\w*(<.*>)?\??$`)

// attribute notes what an attribute tells.
func (in *inspector) attribute(d int, a attribute) {
	in.found(facts.PatternDecorator, in.mark()+a.name, d, a.from, a.to-1)
	if injections[a.name] {
		in.found(facts.PatternInjection, in.mark()+a.name, d, a.from, a.to-1)
	}
	if handles.MatchString(a.name) {
		in.found(facts.PatternHandler, in.mark()+a.name, d, a.from, a.to-1)
	}
	if in.textBlocks && a.name == "Async" {
		in.found(facts.PatternAsync, "@Async", d, a.from, a.to-1)
	}
	in.routeAttribute(d, a)
}

// mark is what stands before an attribute.
func (in *inspector) mark() string {
	if in.textBlocks {
		return "@"
	}
	return ""
}

// injected reports a constructor that a container calls: it, or its class, is marked
// so; in C#, where neither is, it takes what containers offer.
func (in *inspector) injected(d int, sig *facts.Signature) bool {
	at := &in.decls[d]
	if len(sig.Parameters) == 0 || at.Parent < 0 || at.Type != facts.Method {
		return false
	}
	class := &in.decls[at.Parent]
	if class.simple() != at.simple() || !in.textBlocks && !in.interpolated {
		return false
	}
	if in.marked(at, func(name string) bool { return name == "Inject" || name == "Autowired" }) {
		return true
	}
	for _, p := range sig.Parameters {
		if offered.MatchString(p.Type) && (in.interpolated || in.marked(class, func(name string) bool { return managed[name] })) {
			return true
		}
	}
	return false
}

// marked reports a declaration with an attribute of a kind.
func (in *inspector) marked(d *decl, is func(string) bool) bool {
	for _, a := range d.attributes[:min(len(d.attributes), maxBases)] {
		if is(a.name) {
			return true
		}
	}
	return false
}

// firstString returns the first string of the tokens, without its quotes.
func (in *inspector) firstString(from, to int) string {
	for i := from; i < to; i++ {
		if in.tokens[i].kind == str {
			return strings.Trim(in.written(i, i+1), `"`)
		}
	}
	return ""
}
