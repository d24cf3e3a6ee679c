package brace

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// patterns finds the known ways of writing code in a file.
func (in *inspector) patterns() {
	for d := range in.decls {
		at := &in.decls[d]
		for _, a := range at.attributes {
			in.attribute(d, a)
		}
		if at.body >= 0 {
			in.ofFunction(d)
		}
		in.testOf(d)
	}
	for i := range in.tokens {
		switch t := &in.tokens[i]; {
		case t.kind == ident:
			in.ofWord(i)
		case in.lifetimes && in.is(i, "?") && in.in[i] >= 0:
			in.once(facts.PatternErrors, "?", int(in.in[i]), i)
		}
	}
}

// found notes a pattern from one token to another.
func (in *inspector) found(kind, name string, d, from, to int) {
	line := in.lineOf(from)
	in.out.Patterns = append(in.out.Patterns, facts.Pattern{
		Kind: kind, Name: name, Decl: d, Line: line, EndLine: max(line, in.endLineOf(to)),
	})
}

// once notes a pattern once in a declaration: the place where it is used first.
func (in *inspector) once(kind, name string, d, i int) {
	for n := len(in.out.Patterns) - 1; n >= 0 && n >= len(in.out.Patterns)-20; n-- {
		if p := &in.out.Patterns[n]; p.Decl == d && p.Kind == kind && p.Name == name {
			return
		}
	}
	in.found(kind, name, d, i, i)
}

// injections are annotations and attributes by which containers are told what to
// put where.
var injections = set("Inject", "Autowired", "Component", "Service", "Repository", "Bean", "Configuration", "Provides", "Singleton", //nolint:gochecknoglobals // never written
	"Named", "Qualifier", "Resource", "Module", "ApplicationScoped", "RequestScoped", "FromServices", "Import", "Export", "Value")

// handles are annotations of what answers events and messages.
var handles = regexp.MustCompile(`Listener$|^Subscribe$|^EventHandler$|^On[A-Z]|^Scheduled$|^Consume|^Incoming$|^ExceptionHandler$|^MessageMapping$`)

func (in *inspector) attribute(d int, a attribute) {
	in.found(facts.PatternDecorator, in.mark()+a.name, d, a.from, a.to-1)
	if injections[a.name] {
		in.found(facts.PatternInjection, in.mark()+a.name, d, a.from, a.to-1)
	}
	if handles.MatchString(a.name) {
		in.found(facts.PatternHandler, in.mark()+a.name, d, a.from, a.to-1)
	}
	if in.textBlocks && a.name == "Async" {
		in.found(facts.PatternAsync, "@Async", d, a.from, a.to-1)
	}
	if method, ok := routeOf(a.name); ok && (in.textBlocks || in.interpolated || in.lifetimes) {
		path := in.firstString(a.from, a.to)
		if path == "" && method != "" {
			path = in.pathAttribute(d)
		}
		if method != "" || path != "" {
			in.found(facts.PatternRoute, strings.TrimSpace(method+" "+path), d, a.from, a.to-1)
		}
	}
}

// mark is what stands before an attribute.
func (in *inspector) mark() string {
	if in.textBlocks {
		return "@"
	}
	return ""
}

// routeOf returns the method of an annotation that binds a function to a route.
func routeOf(name string) (method string, ok bool) {
	switch name {
	case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS":
		return name, true
	case "get", "post", "put", "delete", "patch", "head":
		return strings.ToUpper(name), true
	case "RequestMapping", "Route":
		return "", true
	}
	if m := strings.TrimSuffix(name, "Mapping"); m != name && m != "" && strings.Contains("GetPostPutDeletePatch", m) {
		return strings.ToUpper(m), true
	}
	if m := strings.TrimPrefix(name, "Http"); m != name && m != "" && strings.Contains("GetPostPutDeletePatchHeadOptions", m) {
		return strings.ToUpper(m), true
	}
	return "", false
}

// firstString returns the first string of the tokens, without its quotes.
func (in *inspector) firstString(from, to int) string {
	for i := from; i < to; i++ {
		if in.tokens[i].kind == str {
			return strings.Trim(in.written(i, i+1), `"`)
		}
	}
	return ""
}

// pathAttribute returns the path of JAX-RS's @Path, which stands beside the method.
func (in *inspector) pathAttribute(d int) string {
	for _, a := range in.decls[d].attributes {
		if a.name == "Path" || a.name == "Route" {
			return in.firstString(a.from, a.to)
		}
	}
	return ""
}

// handlerName are the names that functions are given that answer something.
var handlerName = regexp.MustCompile(`^(on|handle)[A-Z]\w*$|^(on|handle)_\w+$|^(Handle|On)[A-Z]\w*$|^\w+(Handler|_handler)$`)

// ofFunction notes what a function is.
func (in *inspector) ofFunction(d int) {
	at := &in.decls[d]
	simple := at.Name[strings.LastIndexByte(at.Name, '.')+1:]
	if handlerName.MatchString(simple) {
		in.found(facts.PatternHandler, simple, d, at.name, at.to-1)
	}
	sig := at.Signature
	if sig == nil {
		sig = &facts.Signature{}
	}
	if sig.Async {
		in.found(facts.PatternAsync, "async", d, at.name, at.to-1)
	}
	if in.lifetimes && strings.Contains(sig.Returns, "Result<") {
		in.found(facts.PatternErrors, "Result", d, at.name, at.to-1)
	}
	in.guards(d)
}

// guards notes the conditions at the beginning of a body under which it is left.
func (in *inspector) guards(d int) {
	at := &in.decls[d]
	for i := at.body; i < at.end; {
		next, name := in.guard(i, at.end)
		if name == "" {
			return
		}
		in.found(facts.PatternGuard, name, d, i, next-1)
		i = next
	}
}

// guard reads a guard at i: the token behind it, and what it does.
func (in *inspector) guard(i, hi int) (next int, name string) {
	if in.isOne(i, "assert", "debug_assert", "Assert", "ensure", "bail") && in.is(i+1, "!") && i+2 < hi {
		return min(in.after(i+2, hi)+1, hi), in.word(i) + "!"
	}
	if in.is(i, "Objects") && in.is(i+2, "requireNonNull") || in.is(i, "ArgumentNullException") || in.is(i, "assert") {
		return min(in.find(i, hi, ";")+1, hi), in.word(i)
	}
	var body int
	switch {
	case in.flow.bare && in.is(i, "let"): // let ... else { return }
		end := in.find(i, hi, "else", ";")
		if end >= hi || !in.is(end, "else") {
			return 0, ""
		}
		body = end + 1
	case !in.is(i, "if") || i+1 >= hi:
		return 0, ""
	case in.flow.bare:
		body = in.find(i+1, hi, "{", ";")
	default:
		body = in.after(i+1, hi)
	}
	if body >= hi {
		return 0, ""
	}
	first, end := body, 0
	if in.is(body, "{") {
		from, to := in.inside(body, hi)
		first, end = from, in.after(body, hi)
		if last := in.find(from, to, ";"); last+1 < to {
			return 0, "" // more than one statement
		}
	} else {
		end = min(in.find(body, hi, ";")+1, hi)
	}
	if in.is(end, ";") && end < hi {
		end++
	}
	if in.is(end, "else") || !in.isOne(first, "return", "throw", "continue", "break", "panic", "bail", "goto") {
		return 0, ""
	}
	return end, in.word(first)
}

// ofWord notes what a word in the text shows.
func (in *inspector) ofWord(i int) {
	d := int(in.in[i])
	w := in.word(i)
	switch w {
	case "try":
		if in.isOne(i+1, "{", "(") && !in.flow.bare {
			in.found(facts.PatternErrors, "try/catch", d, i, in.tryEnd(i))
		}
	case "unwrap", "expect":
		if in.lifetimes && in.is(i-1, ".") && in.is(i+1, "(") {
			in.once(facts.PatternErrors, w, d, i)
		}
	case "panic", "todo", "unimplemented", "unreachable":
		if in.lifetimes && in.is(i+1, "!") {
			in.once(facts.PatternErrors, w+"!", d, i)
		}
	case "co_await", "co_yield", "co_return":
		if in.separators {
			in.once(facts.PatternAsync, w, d, i)
		}
	default:
		in.ofCall(i, d, w)
	}
}

// tryEnd returns the last token of a try with its handlers.
func (in *inspector) tryEnd(i int) int {
	hi := len(in.tokens)
	end := i + 1
	if in.is(end, "(") {
		end = in.after(end, hi)
	}
	for end < hi && in.is(end, "{") {
		end = in.after(end, hi)
		if !in.isOne(end, "catch", "finally") {
			break
		}
		if end++; in.is(end, "(") {
			end = in.after(end, hi)
		}
		if in.is(end, "when") {
			end = in.after(end+1, hi)
		}
	}
	return min(end, hi) - 1
}

// ofCall notes calls by which frameworks are told something.
func (in *inspector) ofCall(i, d int, w string) {
	open := i + 1
	if in.is(open, "<") {
		open = in.angle(open, min(len(in.tokens), open+200))
	}
	if !in.is(open, "(") {
		return
	}
	member := in.isOne(i-1, ".", "?.")
	switch {
	case in.interpolated && member && (strings.HasPrefix(w, "AddScoped") || strings.HasPrefix(w, "AddSingleton") || strings.HasPrefix(w, "AddTransient")):
		in.found(facts.PatternInjection, w, d, i, i)
	case in.interpolated && member && strings.HasPrefix(w, "Map") && mapped[w]:
		if path := in.argument(open); path != "" {
			in.found(facts.PatternRoute, strings.ToUpper(w[3:])+" "+path, d, i, i)
		}
	case in.interpolated && (w == "WhenAll" || w == "WhenAny"), in.interpolated && w == "Run" && in.is(i-2, "Task"):
		in.found(facts.PatternAsync, "Task."+w, d, i, i)
	case in.textBlocks && (w == "supplyAsync" || w == "runAsync" || w == "allOf"):
		in.found(facts.PatternAsync, "CompletableFuture."+w, d, i, i)
	case in.lifetimes && w == "route" && member:
		if path := in.argument(open); path != "" {
			in.found(facts.PatternRoute, in.methodOf(open)+path, d, i, i)
		}
	case in.lifetimes && w == "spawn", in.separators && w == "async" && in.is(i-2, "std"):
		in.found(facts.PatternAsync, in.path(i), d, i, i)
	}
}

// mapped are the calls of ASP.NET that bind routes.
var mapped = set("MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch") //nolint:gochecknoglobals // never written

// argument returns the string that is a call's first argument.
func (in *inspector) argument(open int) string {
	if open+1 < len(in.tokens) && in.tokens[open+1].kind == str {
		return strings.Trim(in.written(open+1, open+2), `"`)
	}
	return ""
}

// methodOf returns the method of axum's .route("/x", get(f)).
func (in *inspector) methodOf(open int) string {
	if method, ok := routeOf(in.word(open + 3)); ok && method != "" {
		return method + " "
	}
	return ""
}

// path returns a name with what qualifies it.
func (in *inspector) path(i int) string {
	from := i
	for from >= 2 && in.is(from-1, "::") && in.isName(from-2) {
		from -= 2
	}
	return in.written(from, i+1)
}
