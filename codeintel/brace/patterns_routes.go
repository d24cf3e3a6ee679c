package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// verbs are the words that frameworks have for methods of HTTP.
var verbs = map[string]string{ //nolint:gochecknoglobals // never written
	"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE", "patch": "PATCH", "head": "HEAD", "options": "OPTIONS",
}

// verbOf returns the method that an annotation binds a function to; ok if it binds to
// a route at all.
func verbOf(name string) (method string, ok bool) {
	switch name {
	case "RequestMapping", "Route", "route":
		return "", true
	}
	bare := strings.TrimPrefix(strings.TrimSuffix(name, "Mapping"), "Http")
	method = verbs[strings.ToLower(bare)]
	return method, method != ""
}

// routeAttribute notes the route that an attribute binds a function to.
func (in *inspector) routeAttribute(d int, a attribute) {
	at := &in.decls[d]
	method, ok := verbOf(a.name)
	if !ok || isType(at.Type) || at.body < 0 && at.Type != facts.Method {
		return
	}
	path := in.pathOf(a)
	if method == "" {
		if in.interpolated && in.marked(at, func(name string) bool { m, _ := verbOf(name); return m != "" }) {
			return // it only gives the path
		}
		for i := a.from; i < min(a.to, a.from+maxBases); i++ {
			if in.is(i, "RequestMethod") && in.is(i+1, ".") {
				method = in.word(i + 2)
			}
			if in.lifetimes && in.is(i, "method") && in.is(i+1, "=") {
				method = in.firstString(i, min(i+3, a.to))
			}
		}
	} else if path == "" {
		path = in.besides(at)
	}
	if at.Parent >= 0 && !strings.HasPrefix(path, "~/") && (!in.interpolated || !strings.HasPrefix(path, "/")) {
		class := &in.decls[at.Parent]
		path = joined(strings.ReplaceAll(in.besides(class), "[controller]", strings.TrimSuffix(class.simple(), "Controller")), path)
	}
	path = joined("", strings.TrimPrefix(strings.ReplaceAll(path, "[action]", at.simple()), "~"))
	in.found(facts.PatternRoute, strings.TrimSpace(method+" "+path), d, a.from, a.to-1)
}

// besides returns the path that an attribute beside that of the method tells.
func (in *inspector) besides(d *decl) string {
	for _, a := range d.attributes[:min(len(d.attributes), maxBases)] {
		if a.name == "Path" || a.name == "Route" || a.name == "RequestMapping" {
			return in.pathOf(a)
		}
	}
	return ""
}

// pathOf returns the path among the arguments of an attribute: the first that has no
// name, or is called path or value.
func (in *inspector) pathOf(a attribute) string {
	for i := a.from; i < min(a.to, a.from+maxBases); i++ {
		if in.tokens[i].kind == str && (!in.is(i-1, "=") || in.isOne(i-2, "path", "value")) {
			return strings.Trim(in.written(i, i+1), `"`)
		}
	}
	return ""
}

// joined returns the parts of a path with one slash before each.
func joined(prefix, path string) string {
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

// routeCall notes the routes that a call binds functions to.
func (in *inspector) routeCall(i, open, d int, w string) {
	path := in.argument(open)
	member := in.isOne(i-1, ".", "?.", "->")
	switch {
	case in.lifetimes && (w == "route" && member || w == "resource" && in.is(i-1, "::")):
		if path == "" {
			return
		}
		methods := in.methodsOf(open, w)
		for _, m := range methods {
			in.found(facts.PatternRoute, m+" "+path, d, i, i)
		}
		if len(methods) == 0 {
			in.found(facts.PatternRoute, path, d, i, i)
		}
	case in.interpolated && member && strings.HasPrefix(w, "Map") && verbs[strings.ToLower(w[3:])] != "" && path != "":
		in.found(facts.PatternRoute, verbs[strings.ToLower(w[3:])]+" "+joined("", path), d, i, i)
	case !strings.HasPrefix(path, "/"):
	case in.textBlocks && verbs[w] != "" && in.answers(open),
		in.separators && member && verbs[strings.ToLower(w)] != "" && in.answers(open):
		in.found(facts.PatternRoute, verbs[strings.ToLower(w)]+" "+path, d, i, i)
	}
	if w == "CROW_ROUTE" && in.separators {
		if from, to := in.inside(open, len(in.tokens)); in.firstString(from, min(to, from+maxBases)) != "" {
			in.found(facts.PatternRoute, in.firstString(from, min(to, from+maxBases)), d, i, i)
		}
	}
}

// methodsOf returns the methods that axum's .route("/x", get(f).post(g)) and actix's
// web::resource("/x").route(web::get().to(f)) bind.
func (in *inspector) methodsOf(open int, w string) []string {
	var out []string
	from, to := in.inside(open, len(in.tokens))
	if w == "resource" {
		from, to = to+1, min(to+1+maxBases, len(in.tokens))
	}
	for i, n := from, 0; i < to && n < maxBases && !in.isOne(i, ";", ",", "}") || i == from+1; n++ {
		if m := verbs[in.word(i)]; m != "" && in.is(i+1, "(") {
			out = append(out, m)
		}
		if w == "resource" {
			i++ // into the calls behind it
			continue
		}
		i = in.after(i, to)
	}
	return out
}

// answers reports arguments that hold a function: a lambda, or the name of one.
func (in *inspector) answers(open int) bool {
	from, to := in.inside(open, len(in.tokens))
	for i := from; i < min(to, from+maxBases); i++ {
		if in.isOne(i, "->", "::") || in.is(i, "[") && in.is(i-1, ",") || in.isName(i) && in.is(i-1, ",") && i+1 == to {
			return true
		}
	}
	return false
}

// argument returns the string that is a call's first argument.
func (in *inspector) argument(open int) string {
	if open+1 < len(in.tokens) && in.tokens[open+1].kind == str {
		return strings.Trim(in.written(open+1, open+2), `"`)
	}
	return ""
}
