package inspect

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// routerPackages are the import paths of packages whose values register routes, without major
// versions.
var routerPackages = []string{ //nolint:gochecknoglobals // never written
	"net/http", "github.com/gin-gonic/gin", "github.com/go-chi/chi", "github.com/labstack/echo",
	"github.com/gofiber/fiber", "github.com/gorilla/mux", "github.com/julienschmidt/httprouter",
	"github.com/prometheus/common/route", "github.com/go-martini/martini", "github.com/beego/beego",
	"github.com/kataras/iris", "github.com/gobuffalo/buffalo", "github.com/valyala/fasthttp/router",
	"github.com/fasthttp/router", "github.com/bmizerany/pat", "goji.io", "github.com/dimfeld/httptreemux",
	"github.com/zeromicro/go-zero/rest", "github.com/cloudwego/hertz", "github.com/uptrace/bunrouter",
}

// isRouterPackage reports whether values of a package register routes.
func isRouterPackage(path string) bool {
	return slices.ContainsFunc(routerPackages, func(known string) bool {
		return path == known || strings.HasPrefix(path, known+"/")
	})
}

// routers finds the names in a file that denote routers: variables, parameters, receivers' fields
// and results whose declared type or constructor belongs to a router's package. Names are not
// scoped: a file rarely uses one name for a router and for something else.
func (i *inspector) routers(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, path := range i.packages {
		if isRouterPackage(path) {
			names[""] = true // the file uses a router's package
		}
	}
	if !names[""] {
		return names
	}
	for again := true; again; { // a group of a router is a router
		again = false
		add := func(name string) {
			if name != "_" && !names[name] {
				names[name], again = true, true
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				if i.routerType(n.Type) {
					for _, name := range n.Names {
						add(name.Name)
					}
				}
			case *ast.ValueSpec:
				for at, name := range n.Names {
					if n.Type != nil && i.routerType(n.Type) || at < len(n.Values) && i.routerValue(n.Values[at], names) {
						add(name.Name)
					}
				}
			case *ast.AssignStmt:
				for at, left := range n.Lhs {
					if at < len(n.Rhs) && i.routerValue(n.Rhs[at], names) {
						add(lastName(left))
					}
				}
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && i.routerValue(n.Value, names) {
					add(key.Name)
				}
			}
			return true
		})
	}
	return names
}

// routerType reports whether a type registers routes. The requests, responses and handlers of the
// packages do not.
func (i *inspector) routerType(t ast.Expr) bool {
	path, name := i.qualifiedName(syntax.BaseType(t))
	if !isRouterPackage(path) {
		return false
	}
	switch name {
	case "ServeMux", "Engine", "RouterGroup", "IRouter", "IRoutes", "Router", "Mux", "Route", "Routes", "Echo", "Group",
		"App", "Application", "Party", "Server", "PatternServeMux", "TreeMux", "Hertz", "ContextMux":
		return path != "net/http" || name == "ServeMux"
	}
	return false
}

// routerValue reports whether an expression is a router: one of the names, a call of one of its
// methods, or a call of a constructor of a router's package.
func (i *inspector) routerValue(e ast.Expr, names map[string]bool) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return names[e.Name]
	case *ast.SelectorExpr:
		if path, name := i.qualifiedName(e); path != "" {
			return isRouterPackage(path) && name == "DefaultServeMux"
		}
		return names[e.Sel.Name]
	case *ast.UnaryExpr:
		return i.routerValue(e.X, names)
	case *ast.StarExpr:
		return i.routerValue(e.X, names)
	case *ast.CompositeLit:
		return e.Type != nil && i.routerType(e.Type)
	case *ast.CallExpr:
		f, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok {
			id, isName := ast.Unparen(e.Fun).(*ast.Ident)
			return isName && id.Name == "new" && len(e.Args) == 1 && i.routerType(e.Args[0])
		}
		if path, name := i.qualifiedName(f); path != "" {
			return isRouterPackage(path) && (strings.HasPrefix(name, "New") || name == "Default" || name == "Classic")
		}
		switch f.Sel.Name { // the methods that return routers
		case "Group", "Route", "With", "WithPrefix", "WithInstrumentation", "PathPrefix", "Subrouter", "Methods", "Host",
			"Schemes", "Headers", "Queries", "Path", "Name", "NewRoute", "StrictSlash", "UseEncodedPath", "Use", "Party":
			return i.routerValue(f.X, names)
		}
		_, verb := verbOf(f.Sel.Name)
		return (verb || f.Sel.Name == "Handle" || f.Sel.Name == "HandleFunc") && i.routerValue(f.X, names)
	}
	return false
}

// registersRoutes reports whether the receiver of a call is a router, or net/http itself.
func (i *inspector) registersRoutes(f *ast.SelectorExpr) bool {
	if path, name := i.qualifiedName(f); path != "" {
		return path == "net/http" && (name == "Handle" || name == "HandleFunc")
	}
	return i.routerNames[""] && i.routerValue(f.X, i.routerNames)
}

// verbOf returns the HTTP verb of a router's method.
func verbOf(method string) (string, bool) {
	for _, m := range methods() {
		if method == m || method == strings.ToUpper(m) {
			return strings.ToUpper(m), true
		}
	}
	return "", false
}

// lastName returns the name of a variable or field.
func lastName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return "_"
}

// methods returns the HTTP methods as routers spell them.
func methods() []string {
	return []string{"Get", "Post", "Put", "Patch", "Delete", "Head", "Options", "Connect", "Trace"}
}
