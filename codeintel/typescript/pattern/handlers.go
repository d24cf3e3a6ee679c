package pattern

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// handlerAttribute records the JSX attribute onX={…}.
func (f *Finder) handlerAttribute(n *tsgo.Node) {
	name := n.Name()
	if name.Kind != tsgo.KindIdentifier || !isHandlerProperty(name.Text()) || n.Initializer() == nil ||
		n.Initializer().Kind != tsgo.KindJsxExpression {
		return
	}
	f.add(facts.PatternHandler, name.Text(), n)
}

// isHandlerProperty reports whether a name is "on" followed by a capital letter.
func isHandlerProperty(name string) bool {
	rest, ok := strings.CutPrefix(name, "on")
	return ok && syntax.IsCapitalised(rest)
}

// handlerCall records functions that are registered as event handlers or middleware.
func (f *Finder) handlerCall(c *call) {
	if len(c.arguments) == 0 {
		return
	}
	event, named := c.text(0)
	switch c.name {
	case "addEventListener", "attachEvent":
		if named && len(c.arguments) > 1 {
			f.add(facts.PatternHandler, c.name+" "+event, c.node)
		}
	case "on", "once", "addListener", "prependListener", "subscribe", "consume":
		switch {
		case c.receiver == nil:
		case named && len(c.arguments) > 1 && mayBeFunction(c.last()):
			f.add(facts.PatternHandler, c.name+" "+event, c.node)
		case c.name == "subscribe" && c.argument(0).Kind == tsgo.KindObjectLiteralExpression,
			tsgo.IsFunctionExpression(c.argument(0)) && c.name != "on" && c.name != "once":
			f.add(facts.PatternHandler, c.name, c.node)
		}
	case "use":
		if mayBeFunction(c.last()) && isRouter(c.receiverName()) {
			f.add(facts.PatternHandler, "middleware", c.node)
		}
	}
}

// handlerAssignment records socket.onmessage = function.
func (f *Finder) handlerAssignment(n *tsgo.Node) {
	left, right, ok := syntax.Assignment(n)
	if !ok || left.Kind != tsgo.KindPropertyAccessExpression || !tsgo.IsFunctionExpression(tsgo.SkipOuter(right)) {
		return
	}
	if name := left.Name().Text(); len(name) > len("on") && strings.HasPrefix(name, "on") &&
		strings.ToLower(name) == name {
		f.add(facts.PatternHandler, name, n)
	}
}

// isHandlerDecorator reports whether a method decorator registers the method as a
// handler.
func isHandlerDecorator(name string) bool {
	return slices.Contains([]string{
		"HostListener", "SubscribeMessage", "MessagePattern", "EventPattern", "GrpcMethod", "GrpcStreamMethod",
		"OnEvent", "Cron", "Interval", "Timeout", "Process", "OnQueueEvent", "OnWorkerEvent", "RabbitSubscribe",
		"SqsMessageHandler", "Query", "Mutation", "Subscription", "ResolveField",
	}, name)
}

// handlerDeclaration records functions named handleX, onX or handler.
func (f *Finder) handlerDeclaration(decl int, e *outline.Entry) {
	name := syntax.LastSegment(e.Name)
	rest, ok := strings.CutPrefix(name, "handle")
	if (!ok || !syntax.IsCapitalised(rest)) && name != "handler" && !isHandlerProperty(name) {
		return
	}
	if slices.ContainsFunc(e.Nodes, func(n *tsgo.Node) bool {
		f := syntax.DeclaredFunction(n)
		return f != nil && f.Body() != nil
	}) {
		f.addDeclaration(facts.PatternHandler, name, decl)
	}
}
