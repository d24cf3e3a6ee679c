package rust

import (
	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

var patterns = inspect.Patterns{ //nolint:gochecknoglobals // never written
	ErrorTypes:     []string{"*Exception", "*Error", "Throwable"},
	ErrorAttribute: [2]string{"derive", "Error"},
	ResultType:     "Result",
	Propagation:    "?",
	Checks: map[string]string{
		"assert": "!", "assert_eq": "!", "assert_ne": "!", "debug_assert": "!", "ensure": "!",
	},
	Leaves: map[string][2]string{
		"panic": {"!", "early panic"}, "bail": {"!", "early bail"}, "unreachable": {"!", "early unreachable"},
	},
	Usages: map[string][]inspect.Usage{
		"unwrap": {{Kind: facts.PatternErrors, After: []string{"."}, Call: true, Once: true}},
		"expect": {{Kind: facts.PatternErrors, After: []string{"."}, Call: true, Once: true}},

		"panic":         {{Kind: facts.PatternErrors, Name: "*!", Next: []string{"!"}, Once: true}},
		"todo":          {{Kind: facts.PatternErrors, Name: "*!", Next: []string{"!"}, Once: true}},
		"unimplemented": {{Kind: facts.PatternErrors, Name: "*!", Next: []string{"!"}, Once: true}},
		"unreachable":   {{Kind: facts.PatternErrors, Name: "*!", Next: []string{"!"}, Once: true}},

		"join":     {{Kind: facts.PatternAsync, Name: "*!", Next: []string{"!"}, Path: true, Extent: true}},
		"try_join": {{Kind: facts.PatternAsync, Name: "*!", Next: []string{"!"}, Path: true, Extent: true}},
		"select":   {{Kind: facts.PatternAsync, Name: "*!", Next: []string{"!"}, Path: true, Extent: true}},

		"spawn":          {{Kind: facts.PatternAsync, Call: true, Path: true}},
		"spawn_blocking": {{Kind: facts.PatternAsync, Call: true, Path: true}},
		"join_all":       {{Kind: facts.PatternAsync, Call: true, Path: true}},
		"try_join_all":   {{Kind: facts.PatternAsync, Call: true, Path: true}},
		"channel":        {{Kind: facts.PatternAsync, After: []string{"::"}, Call: true, Path: true}},

		"async": {
			{Kind: facts.PatternAsync, Name: "async block", Next: []string{"{"}},
			{Kind: facts.PatternAsync, Name: "async block", Next: []string{"move"}, Then: "{"},
			{Kind: facts.PatternAsync, Name: "async closure", Next: []string{"|", "||", "move"}},
		},
	},
	Routes: inspect.Routes{MethodArgument: "method", Calls: routes},
}

// routes returns the routes that .route("/x", ...) of axum and web::resource("/x") of
// actix bind.
func routes(f *syntax.File, i, open int, path string) []string {
	method := f.Is(i, "route") && f.IsOne(i-1, ".", "?.", "->")
	if path == "" || !method && (!f.Is(i, "resource") || !f.Is(i-1, "::")) {
		return nil
	}
	verbs := verbsOf(f, open, !method)
	if len(verbs) == 0 {
		return []string{path}
	}
	for n, verb := range verbs {
		verbs[n] = verb + " " + path
	}
	return verbs
}

// verbsOf returns the methods in .route("/x", get(f).post(g)), or, of a resource, in
// web::resource("/x").route(web::get().to(f)).
func verbsOf(f *syntax.File, open int, resource bool) []string {
	var out []string
	from, to := f.Inside(open, len(f.Tokens))
	if resource {
		from, to = to+1, min(to+1+inspect.MaxTokens, len(f.Tokens))
	}
	for i, n := from, 0; i < to && n < inspect.MaxTokens && !f.IsOne(i, ";", ",", "}") || i == from+1; n++ {
		if verb := inspect.Verb(f.Word(i)); verb != "" && f.Is(i+1, "(") {
			out = append(out, verb)
		}
		if resource {
			i++ // into the calls that follow
			continue
		}
		i = f.After(i, to)
	}
	return out
}
