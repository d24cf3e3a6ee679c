package pattern

import (
	"regexp"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// verbOf returns the HTTP verb of a router method or a lower-case decorator, or "".
func verbOf(name string) string {
	switch name {
	case "get", "post", "put", "patch", "delete", "options", "head", "all":
		return strings.ToUpper(name)
	case "del":
		return "DELETE"
	case "any":
		return "ALL"
	}
	return ""
}

// routeCall records app.get("/x", handler), app.route("/x").get(handler) and
// server.route({ method, url }) of Express, Koa, Fastify, Hono and similar frameworks.
func (f *Finder) routeCall(c *call) {
	verb := verbOf(c.name)
	switch {
	case c.receiver == nil:
	case verb != "":
		if path, ok := routePath(c.argument(0), f.file); ok && len(c.arguments) > 1 && f.registers(c) {
			f.add(facts.PatternRoute, verb+" "+path, c.node)
		} else if path, ok := routedPath(c.receiver, f.file); ok && mayBeFunction(c.last()) {
			f.add(facts.PatternRoute, verb+" "+path, c.node)
		}
	case c.name == "route" && c.argument(0) != nil && c.argument(0).Kind == tsgo.KindObjectLiteralExpression:
		f.routeObject(c)
	}
}

// registers reports whether a call registers a function with a router. Calls of HTTP
// clients and mocks have the same form and are excluded.
func (f *Finder) registers(c *call) bool {
	name := c.receiverName()
	if slices.Contains([]string{
		"axios", "http", "https", "rest", "client", "request", "agent", "nock", "supertest",
		"fetch", "ky", "got", "cy", "page", "msw",
	}, name) {
		return false
	}
	return mayBeFunction(c.last()) && (isRouter(name) || c.hasFunction() && f.usesRouter()) ||
		isRouter(name) && c.last().Kind == tsgo.KindArrayLiteralExpression
}

// routerModule matches the name of a module that provides routers, in quotation marks.
var routerModule = regexp.MustCompile(`["'](?:express|express-promise-router|fastify|hono|koa|koa-router|@koa/router|` +
	`polka|restify|find-my-way|itty-router|router|@hapi/hapi|h3|elysia|hyper-express)(?:/[^"'\n]*)?["']`)

// usesRouter reports whether the file names a module that provides routers, as an import or a
// require does.
func (f *Finder) usesRouter() bool { return routerModule.MatchString(f.file.Text()) }

// isRouter reports whether a name is a usual name of a router.
func isRouter(name string) bool {
	for _, known := range []string{"app", "router", "server", "fastify", "api", "routes", "hono", "koa"} {
		if name == known || strings.HasSuffix(name, strings.ToUpper(known[:1])+known[1:]) {
			return true
		}
	}
	return false
}

// routePath returns the path of a route: text that begins with a slash, "*", or a
// template that begins with an expression.
func routePath(n *tsgo.Node, file *tsgo.SourceFile) (string, bool) {
	if n == nil {
		return "", false
	}
	text := ""
	switch {
	case tsgo.IsStringLiteralLike(n):
		text = n.Text()
	case n.Kind == tsgo.KindTemplateExpression:
		text = strings.Trim(tsgo.SourceText(n, file), "`")
	default:
		return "", false
	}
	return text, strings.HasPrefix(text, "/") || text == "*" || strings.HasPrefix(text, "${")
}

// routedPath returns the path of app.route("/x") in a chain of calls.
func routedPath(n *tsgo.Node, file *tsgo.SourceFile) (string, bool) {
	for n != nil && n.Kind == tsgo.KindCallExpression {
		c := newCall(n)
		if c.name == "route" && c.receiver != nil {
			return routePath(c.argument(0), file)
		}
		if verbOf(c.name) == "" {
			break
		}
		n = c.receiver
	}
	return "", false
}

// routeObject records server.route({ method, url }).
func (f *Finder) routeObject(c *call) {
	method, path := "", ""
	for _, p := range c.argument(0).Properties() {
		if p.Kind != tsgo.KindPropertyAssignment {
			continue
		}
		value := tsgo.SkipOuter(p.Initializer())
		switch text, _ := tsgo.PropertyNameText(p.Name()); text {
		case "method":
			method = strings.Trim(tsgo.SourceText(value, f.file), "\"'`")
		case "url", "path":
			path, _ = routePath(value, f.file)
		}
	}
	if method != "" && path != "" {
		f.add(facts.PatternRoute, strings.ToUpper(method)+" "+path, c.node)
	}
}

// routeDecorator records @Get("x") of a method, relative to the path of its controller.
func (f *Finder) routeDecorator(method *tsgo.Node, name string, argument *tsgo.Node) {
	verb := verbOf(strings.ToLower(name))
	if name == "Sse" {
		verb = "GET"
	}
	if verb == "" || !syntax.IsCapitalised(name) {
		return
	}
	prefix := ""
	if method.Parent != nil {
		for _, d := range syntax.DecoratorsOf(method.Parent) {
			if decorator, first := decoratorName(d); decorator == "Controller" || decorator == "JsonController" ||
				decorator == "Route" {
				prefix = decoratedPath(first)
			}
		}
	}
	f.add(facts.PatternRoute, verb+" "+joinPath(prefix, decoratedPath(argument)), method)
}

// decoratedPath returns the path in a decorator argument: "x" or { path: "x" }.
func decoratedPath(n *tsgo.Node) string {
	switch {
	case n == nil:
	case tsgo.IsStringLiteralLike(n):
		return n.Text()
	case n.Kind == tsgo.KindArrayLiteralExpression && len(n.Elements()) > 0:
		return decoratedPath(n.Elements()[0])
	case n.Kind == tsgo.KindObjectLiteralExpression:
		for _, p := range n.Properties() {
			if p.Kind == tsgo.KindPropertyAssignment {
				if text, _ := tsgo.PropertyNameText(p.Name()); text == "path" {
					return decoratedPath(tsgo.SkipOuter(p.Initializer()))
				}
			}
		}
	}
	return ""
}

// joinPath joins the parts of a path with single slashes.
func joinPath(parts ...string) string {
	path := ""
	for _, p := range parts {
		if p = strings.Trim(p, "/"); p != "" {
			path += "/" + p
		}
	}
	if path == "" {
		return "/"
	}
	return path
}

// routeElement records <Route path="/x">.
func (f *Finder) routeElement(n *tsgo.Node) {
	if nameText(n.TagName()) != "Route" {
		return
	}
	for _, a := range n.Attributes().Properties() {
		if a.Kind == tsgo.KindJsxAttribute && a.Name().Text() == "path" && a.Initializer() != nil &&
			tsgo.IsStringLiteralLike(a.Initializer()) {
			f.add(facts.PatternRoute, "PAGE "+a.Initializer().Text(), n)
		}
	}
}
