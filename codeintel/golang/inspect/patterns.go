package inspect

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// qualified records the patterns that the use of a package implies.
func (i *inspector) qualified(n *ast.SelectorExpr) {
	path, name := i.qualifiedName(n)
	switch path {
	case "sync":
		if name != "OnceFunc" && name != "Pool" {
			i.pattern(facts.PatternAsync, "sync."+name, n)
		}
	case "golang.org/x/sync/errgroup":
		i.pattern(facts.PatternAsync, "errgroup."+name, n)
	case "context":
		if strings.HasPrefix(name, "With") && name != "WithValue" {
			i.pattern(facts.PatternAsync, "context."+name, n)
		}
	case "errors":
		if name != "New" {
			i.pattern(facts.PatternErrors, "errors."+name, n)
		}
	case "net/http/httptest", "go.uber.org/mock/gomock", "github.com/golang/mock/gomock",
		"github.com/stretchr/testify/mock":
		i.pattern(facts.PatternTest, path[strings.LastIndexByte(path, '/')+1:]+"."+name, n)
	case "go.uber.org/fx", "go.uber.org/dig", "github.com/google/wire":
		i.pattern(facts.PatternInjection, path[strings.LastIndexByte(path, '/')+1:]+"."+name, n)
	}
}

// wraps reports whether a call of fmt.Errorf wraps an error.
func wraps(n *ast.CallExpr) bool {
	format, ok := literal(n, 0)
	return ok && strings.Contains(format, "%w")
}

// route returns the route that a call registers, for net/http, gorilla, chi, gin, echo and
// fiber.
func route(method string, n *ast.CallExpr) (name string, ok bool) {
	if len(n.Args) < 2 {
		return "", false
	}
	path, ok := literal(n, 0)
	rest := path[strings.IndexByte(path, ' ')+1:] // "GET /users"
	if !ok || !strings.Contains(rest, "/") {
		if method == "Method" || method == "MethodFunc" || method == "Add" { // chi and echo: the method comes first
			if target, is := literal(n, 1); is && strings.HasPrefix(target, "/") && len(n.Args) > 2 {
				return path + " " + target, true
			}
		}
		return "", false
	}
	switch method {
	case "Handle", "HandleFunc", "Any", "All", "Mount", "Route":
		return path, true
	}
	verb, ok := verbOf(method)
	return verb + " " + path, ok && strings.HasPrefix(path, "/")
}

// isErrorCheck reports whether a condition contains err != nil for a variable named like an
// error.
func isErrorCheck(cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if isLogical(b.Op) {
		return isErrorCheck(b.X) || isErrorCheck(b.Y)
	}
	name, named := b.X.(*ast.Ident)
	null, isNull := b.Y.(*ast.Ident)
	return b.Op == token.NEQ && named && isNull && null.Name == "nil" &&
		(name.Name == "err" || strings.HasSuffix(name.Name, "Err") || strings.HasPrefix(name.Name, "err"))
}

// guards records the guard clauses at the start of a body.
func (i *inspector) guards(body *ast.BlockStmt) {
	for _, s := range body.List {
		n, ok := s.(*ast.IfStmt)
		if !ok || n.Else != nil || len(n.Body.List) == 0 {
			return
		}
		switch last := n.Body.List[len(n.Body.List)-1].(type) {
		case *ast.ReturnStmt:
			i.pattern(facts.PatternGuard, "early return", n)
		case *ast.ExprStmt:
			call, ok := last.X.(*ast.CallExpr)
			if !ok {
				return
			}
			if f, ok := call.Fun.(*ast.Ident); !ok || f.Name != "panic" {
				return
			}
			i.pattern(facts.PatternGuard, "early panic", n)
		default:
			return
		}
	}
}

// declarationPatterns records the patterns of a function declaration.
func (i *inspector) declarationPatterns(d *ast.FuncDecl) {
	i.handler(d.Type, d)
	if d.Recv == nil && d.Body != nil && strings.HasPrefix(d.Name.Name, "New") && storesParameter(d) {
		i.pattern(facts.PatternInjection, "constructor injection", d)
	}
}

// handler records a function with the parameters of a request handler.
func (i *inspector) handler(t *ast.FuncType, n ast.Node) {
	var types []string
	for _, field := range t.Params.List {
		path, name := i.qualifiedName(syntax.BaseType(field.Type))
		for range max(1, len(field.Names)) {
			types = append(types, path+"#"+name)
		}
	}
	switch {
	case slices.Equal(types, []string{"net/http#ResponseWriter", "net/http#Request"}):
		i.pattern(facts.PatternHandler, "http.HandlerFunc", n)
	case len(types) == 1:
		for path, name := range map[string]string{
			"github.com/gin-gonic/gin#Context":    "gin.HandlerFunc",
			"github.com/labstack/echo/v4#Context": "echo.HandlerFunc",
			"github.com/gofiber/fiber/v2#Ctx":     "fiber.Handler",
			"github.com/gofiber/fiber/v3#Ctx":     "fiber.Handler",
		} {
			if types[0] == path {
				i.pattern(facts.PatternHandler, name, n)
			}
		}
	}
}

// storesParameter reports whether a constructor stores a parameter in a field of its result.
func storesParameter(d *ast.FuncDecl) bool {
	parameters := map[string]bool{}
	for _, field := range d.Type.Params.List {
		for _, name := range field.Names {
			parameters[name.Name] = true
		}
	}
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if pair, ok := n.(*ast.KeyValueExpr); ok {
			_, field := pair.Key.(*ast.Ident)
			value, named := pair.Value.(*ast.Ident)
			found = found || field && named && parameters[value.Name]
		}
		return !found
	})
	return found
}

// directives records the directives of all declarations.
func (i *inspector) directives() {
	for at := range i.Decls {
		d := &i.Decls[at]
		if d.Signature == nil {
			continue
		}
		for _, directive := range d.Signature.Decorators {
			name, _, _ := strings.Cut(directive, " ")
			i.Patterns = append(i.Patterns, facts.Pattern{
				Kind: facts.PatternDecorator, Name: name, Decl: at, Line: d.Line,
				EndLine: d.EndLine,
			})
		}
	}
}
