package patterns

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// httpMethods are the names by which routes of one method are registered.
var httpMethods = map[string]string{ //nolint:gochecknoglobals // never written
	"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE", "patch": "PATCH",
	"head": "HEAD", "options": "OPTIONS", "trace": "TRACE", "websocket": "WEBSOCKET", "websocket_route": "WEBSOCKET",
}

// routeDecorator notes @app.route("/x", methods=…) and @app.get("/x") of Flask,
// FastAPI and their like. What they decorate is a handler.
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

// routePath returns a path as it is written, or / for an empty one.
func routePath(where string) string {
	if where == "" {
		return "/"
	}
	return where
}

// routeCall notes routes that are registered by a call.
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

// methodRoutes notes a route for each of the methods that a call names.
func (i *Finder) methodRoutes(c *call, where string) {
	methods := i.texts(c.keyword("methods"))
	for _, method := range methods {
		i.pattern(facts.PatternRoute, strings.ToUpper(method)+" "+routePath(where), c.node)
	}
	if len(methods) == 0 {
		i.pattern(facts.PatternRoute, routePath(where), c.node)
	}
}

// djangoRoute notes an entry of Django's urlpatterns; include, which only adds a
// prefix to others, is none.
func (i *Finder) djangoRoute(c *call) {
	if path.Base(i.path) != "urls.py" && !i.imports.any("django.urls", "django.conf.urls") || len(c.args)+len(c.keywords) < 2 {
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
