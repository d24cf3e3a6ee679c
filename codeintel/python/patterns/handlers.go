package patterns

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// handlerDecorators are the decorators of functions that handle events and messages.
var handlerDecorators = strings.Fields(handlerDecoratorList) //nolint:gochecknoglobals // never written

const handlerDecoratorList = `
	errorhandler app_errorhandler exception_handler before_request after_request teardown_request teardown_appcontext
	before_app_request context_processor on_event middleware receiver task shared_task periodic_task command event
	listener listens_for subscribe subscriber on handler message_handler callback_query_handler callback api_view
	action consumer agent
`

// handlerDecorator records a function with a handler decorator.
func (f *Finder) handlerDecorator(c *call, of syntax.Stmt) {
	if _, ok := of.(*syntax.FunctionDef); ok && slices.Contains(handlerDecorators, c.name) {
		f.pattern(facts.PatternHandler, "@"+c.path, of)
	}
}

// handlerCall records a call that registers an event handler.
func (f *Finder) handlerCall(c *call) {
	switch c.path {
	case "signal.signal", "atexit.register":
		f.pattern(facts.PatternHandler, c.path, c.node)
		return
	}
	switch c.name {
	case "add_signal_handler", "add_event_handler", "add_exception_handler", "add_handler", "add_listener",
		"add_middleware":
		if strings.Contains(c.path, ".") {
			f.pattern(facts.PatternHandler, c.name, c.node)
		}
	case "connect": // Django's and Qt's signals
		if strings.HasPrefix(c.receiver(), "post_") || strings.HasPrefix(c.receiver(), "pre_") ||
			strings.HasSuffix(c.receiver(), "ed") {
			f.pattern(facts.PatternHandler, c.receiver()+".connect", c.node)
		}
	}
}

// handlerMethods are the methods that handle requests. base is the suffix of the name of a
// base class.
var handlerMethods = []struct { //nolint:gochecknoglobals // never written
	base    string
	methods []string
}{
	{"View", strings.Fields("get post put patch delete head options")},
	{"Resource", strings.Fields("get post put patch delete head options")},
	{"HTTPEndpoint", strings.Fields("get post put patch delete head options")},
	{
		"RequestHandler",
		strings.Fields("get post put patch delete head options " +
			"do_GET do_POST do_PUT do_PATCH do_DELETE do_HEAD handle"),
	},
	{"ViewSet", strings.Fields("list create retrieve update partial_update destroy")},
	{"Consumer", strings.Fields("connect disconnect receive receive_json")},
}

// handlerFunction records functions named handle_…, on_…, …_handler or handler, and methods
// that handle requests.
func (f *Finder) handlerFunction(n *syntax.FunctionDef) {
	name := n.Name.Name
	if name == "handler" || strings.HasPrefix(name, "handle_") || strings.HasPrefix(name, "on_") ||
		strings.HasSuffix(name, "_handler") {
		f.pattern(facts.PatternHandler, name, n)
		return
	}
	if len(f.Classes) == 0 {
		return
	}
	for _, b := range f.Classes[len(f.Classes)-1].Bases {
		base := syntax.LastName(syntax.Base(b))
		for _, h := range handlerMethods {
			if strings.HasSuffix(base, h.base) && slices.Contains(h.methods, name) {
				f.pattern(facts.PatternHandler, base+"."+name, n)
				return
			}
		}
	}
}
