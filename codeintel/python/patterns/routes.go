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
func (i *Finder) routeDecorator(c *call, at syntax.Expr, of syntax.Stmt) {
	if !strings.Contains(c.path, ".") {
		return
	}
	where, ok := i.text(c, "path", "rule")
	if !ok || where != "" && !strings.ContainsAny(where[:1], "/^{<") {
		return
	}
	var methods []string
	switch method := httpMethods[c.name]; {
	case method != "":
		methods = []string{method}
	case c.name == "route" || c.name == "api_route":
		if methods = i.texts(c.keyword("methods")); len(methods) == 0 {
			methods = []string{"GET"}
		}
	default:
		return
	}
	for _, method := range methods {
		i.pattern(facts.PatternRoute, strings.ToUpper(method)+" "+routePath(where), at)
	}
	i.pattern(facts.PatternHandler, "@"+c.path, of)
}

// routePath returns a path unchanged, or / if it is empty.
func routePath(where string) string {
	if where == "" {
		return "/"
	}
	return where
}

// routeCall records the routes that a call registers.
func (i *Finder) routeCall(c *call) {
	switch c.name {
	case "path", "re_path", "url":
		i.djangoRoute(c)
	case "add_url_rule", "add_api_route", "add_route", "add_websocket_route":
		if where, ok := i.text(c, "path", "rule"); ok {
			i.methodRoutes(c, where)
		}
	case "add_get", "add_post", "add_put", "add_delete", "add_patch", "add_head": // aiohttp
		if where, ok := i.text(c, "path"); ok && len(c.args) > 1 {
			i.pattern(facts.PatternRoute, strings.ToUpper(c.name[len("add_"):])+" "+routePath(where), c.node)
		}
	case "get", "post", "put", "delete", "patch", "head": // aiohttp
		if where, ok := i.text(c, "path"); ok && c.receiver() == "web" && len(c.args) > 1 {
			i.pattern(facts.PatternRoute, httpMethods[c.name]+" "+routePath(where), c.node)
		}
	case "Route", "WebSocketRoute":
		if where, ok := i.text(c, "path"); ok && i.imports.any("starlette", "fastapi") {
			i.methodRoutes(c, where)
		}
	case "register": // Django REST framework
		if where, ok := i.text(c, "prefix"); ok && strings.HasSuffix(c.receiver(), "router") {
			i.pattern(facts.PatternRoute, routePath(where), c.node)
		}
	}
}

// methodRoutes records a route for each HTTP method that a call lists.
func (i *Finder) methodRoutes(c *call, where string) {
	methods := i.texts(c.keyword("methods"))
	for _, method := range methods {
		i.pattern(facts.PatternRoute, strings.ToUpper(method)+" "+routePath(where), c.node)
	}
	if len(methods) == 0 {
		i.pattern(facts.PatternRoute, routePath(where), c.node)
	}
}

// djangoRoute records an entry of Django's urlpatterns, except include, which only adds a
// prefix.
func (i *Finder) djangoRoute(c *call) {
	if path.Base(i.path) != "urls.py" && !i.imports.any("django.urls", "django.conf.urls") ||
		len(c.args)+len(c.keywords) < 2 {
		return
	}
	where, ok := i.text(c, "route", "regex")
	if !ok {
		return
	}
	if len(c.args) > 1 && callOf(c.args[1]).name == "include" {
		return
	}
	if c.name == "path" {
		where = "/" + strings.TrimPrefix(where, "/")
	}
	i.pattern(facts.PatternRoute, where, c.node)
}
