package inspect

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// verbs maps the names that frameworks use for HTTP methods to the methods.
var verbs = map[string]string{ //nolint:gochecknoglobals // never written
	"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE", "patch": "PATCH", "head": "HEAD",
	"options": "OPTIONS",
}

// Verb returns the HTTP method that a word in lower case names, or "".
func Verb(word string) string { return verbs[word] }

// attributeVerb returns the method that an attribute binds a function to, or "" for
// any; ok reports whether it binds the function to a route at all.
func attributeVerb(name string) (method string, ok bool) {
	switch name {
	case "RequestMapping", "Route", "route":
		return "", true
	}
	method = verbs[strings.ToLower(strings.TrimPrefix(strings.TrimSuffix(name, "Mapping"), "Http"))]
	return method, method != ""
}

// routeAttribute reports the route that an attribute binds a function to.
func (in *inspector) routeAttribute(d int, a syntax.Attribute) {
	at := &in.Decls[d]
	method, ok := attributeVerb(a.Name)
	if !ok || syntax.IsType(at.Type) || at.Body < 0 && at.Type != facts.Method {
		return
	}
	path := in.attributePath(a)
	if method == "" {
		if in.tables.Routes.PathOnly && hasAttribute(at, func(a syntax.Attribute) bool {
			m, _ := attributeVerb(a.Name)
			return m != ""
		}) {
			return
		}
		method = in.methodArgument(a)
	} else if path == "" {
		path = in.declaredPath(at)
	}
	absolute := strings.HasPrefix(path, "~/") || in.tables.Routes.Absolute && strings.HasPrefix(path, "/")
	if at.Parent >= 0 && !absolute {
		class := &in.Decls[at.Parent]
		controller := strings.TrimSuffix(class.Simple(), "Controller")
		path = JoinPath(strings.ReplaceAll(in.declaredPath(class), "[controller]", controller), path)
	}
	path = JoinPath("", strings.TrimPrefix(strings.ReplaceAll(path, "[action]", at.Simple()), "~"))
	in.report(facts.PatternRoute, strings.TrimSpace(method+" "+path), d, a.From, a.To-1)
}

// methodArgument returns the last method that the arguments of an attribute name, or
// "".
func (in *inspector) methodArgument(a syntax.Attribute) (method string) {
	argument := in.tables.Routes.MethodArgument
	for i := a.From; i < min(a.To, a.From+MaxTokens); i++ {
		if in.Is(i, "RequestMethod") && in.Is(i+1, ".") {
			method = in.Word(i + 2)
		}
		if argument != "" && in.Is(i, argument) && in.Is(i+1, "=") {
			method = FirstString(in.File, i, min(i+3, a.To))
		}
	}
	return method
}

// declaredPath returns the path from the first attribute of a declaration that gives a
// path and no HTTP method, or "".
func (in *inspector) declaredPath(d *syntax.Decl) string {
	for _, a := range d.Attributes[:min(len(d.Attributes), MaxTokens)] {
		if a.Name == "Path" || a.Name == "Route" || a.Name == "RequestMapping" {
			return in.attributePath(a)
		}
	}
	return ""
}

// attributePath returns the path among the arguments of an attribute: the first string that is
// unnamed, or whose argument name is "path" or "value".
func (in *inspector) attributePath(a syntax.Attribute) string {
	for i := a.From; i < min(a.To, a.From+MaxTokens); i++ {
		if in.Tokens[i].Kind == lex.String && (!in.Is(i-1, "=") || in.IsOne(i-2, "path", "value")) {
			return strings.Trim(in.Written(i, i+1), `"`)
		}
	}
	return ""
}

// JoinPath joins two parts of a path, with one slash before each that is not empty.
func JoinPath(prefix, path string) string {
	out := ""
	for _, part := range []string{prefix, path} {
		if part = strings.Trim(part, "/"); part != "" {
			out += "/" + part
		}
	}
	if out == "" {
		return "/"
	}
	return out
}

// PassesFunction reports whether the arguments of a call include a function: a lambda anywhere,
// or the name of a function as the last argument.
func PassesFunction(f *syntax.File, open int) bool {
	from, to := f.Inside(open, len(f.Tokens))
	for i := from; i < min(to, from+MaxTokens); i++ {
		if f.IsOne(i, "->", "::") || f.Is(i, "[") && f.Is(i-1, ",") || f.IsName(i) && f.Is(i-1, ",") && i+1 == to {
			return true
		}
	}
	return false
}
