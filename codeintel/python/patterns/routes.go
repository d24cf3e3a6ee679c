package patterns

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// httpMethods maps the names of functions that register a route to the HTTP method.
var httpMethods = map[string]string{ //nolint:gochecknoglobals // never written
	"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE", "patch": "PATCH",
	"head": "HEAD", "options": "OPTIONS", "trace": "TRACE", "websocket": "WEBSOCKET", "websocket_route": "WEBSOCKET",
}

// routeDecorator records the routes of @app.route("/x", methods=…) and @app.get("/x") in
// Flask, FastAPI and similar frameworks. The decorated function is a handler.
func (f *Finder) routeDecorator(c *call, at syntax.Expr, of syntax.Stmt) {
	if !strings.Contains(c.path, ".") {
		return
	}
	where, ok := f.text(c, "path", "rule")
	if !ok || where != "" && !strings.ContainsAny(where[:1], "/^{<") {
		return
	}
	var methods []string
	switch method := httpMethods[c.name]; {
	case method != "":
		methods = []string{method}
	case c.name == "route" || c.name == "api_route":
		if methods = f.texts(c.keyword("methods")); len(methods) == 0 {
			methods = []string{"GET"}
		}
	default:
		return
	}
	for _, method := range methods {
		f.pattern(facts.PatternRoute, strings.ToUpper(method)+" "+routePath(where), at)
	}
	f.pattern(facts.PatternHandler, "@"+c.path, of)
}

// routePath returns a path unchanged, or / if it is empty.
func routePath(where string) string {
	if where == "" {
		return "/"
	}
	return where
}

// routeCall records the routes that a call registers.
func (f *Finder) routeCall(c *call) {
	switch c.name {
	case "path", "re_path", "url":
		f.djangoRoute(c)
	case "add_url_rule", "add_api_route", "add_route", "add_websocket_route":
		if where, ok := f.text(c, "path", "rule"); ok {
			f.methodRoutes(c, where)
		}
	case "add_get", "add_post", "add_put", "add_delete", "add_patch", "add_head": // aiohttp
		if where, ok := f.text(c, "path"); ok && len(c.args) > 1 {
			f.pattern(facts.PatternRoute, strings.ToUpper(c.name[len("add_"):])+" "+routePath(where), c.node)
		}
	case "get", "post", "put", "delete", "patch", "head": // aiohttp
		if where, ok := f.text(c, "path"); ok && c.receiver() == "web" && len(c.args) > 1 {
			f.pattern(facts.PatternRoute, httpMethods[c.name]+" "+routePath(where), c.node)
		}
	case "Route", "WebSocketRoute":
		if where, ok := f.text(c, "path"); ok && f.imports.any("starlette", "fastapi") {
			f.methodRoutes(c, where)
		}
	case "register": // Django REST framework
		if where, ok := f.text(c, "prefix"); ok && strings.HasSuffix(c.receiver(), "router") {
			f.pattern(facts.PatternRoute, routePath(where), c.node)
		}
	}
}

// methodRoutes records a route for each HTTP method that a call lists.
func (f *Finder) methodRoutes(c *call, where string) {
	methods := f.texts(c.keyword("methods"))
	for _, method := range methods {
		f.pattern(facts.PatternRoute, strings.ToUpper(method)+" "+routePath(where), c.node)
	}
	if len(methods) == 0 {
		f.pattern(facts.PatternRoute, routePath(where), c.node)
	}
}

// djangoRoute records an entry of Django's urlpatterns, except a call of include, which only
// adds a prefix.
func (f *Finder) djangoRoute(c *call) {
	if path.Base(f.path) != "urls.py" && !f.imports.any("django.urls", "django.conf.urls") ||
		len(c.args)+len(c.keywords) < 2 {
		return
	}
	where, ok := f.text(c, "route", "regex")
	if !ok {
		return
	}
	if len(c.args) > 1 && callOf(c.args[1]).name == "include" {
		return
	}
	if c.name == "path" {
		where = "/" + strings.TrimPrefix(where, "/")
	}
	f.pattern(facts.PatternRoute, where, c.node)
}
