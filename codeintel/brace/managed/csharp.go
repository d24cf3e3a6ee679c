package managed

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// CSharp returns C#. It is shared: do not modify it.
func CSharp() *inspect.Language { return csharp }

var csharp = &inspect.Language{ //nolint:gochecknoglobals // never written
	Name:     "csharp",
	Grammar:  csharpGrammar,
	Flow:     csharpFlow,
	Patterns: csharpPatterns,
}

var csharpGrammar = &syntax.Grammar{ //nolint:gochecknoglobals // never written
	Lex:  lex.Rules{Preprocessor: true, Interpolation: true, NameMark: "@"},
	Read: func(f *syntax.File) { (&reader{File: f, csharp: true}).items(0, len(f.Tokens), syntax.FileOwner()) },
	Uses: csharpUses,
	Control: map[string]syntax.Control{
		"if": syntax.Branch, "for": syntax.Loop, "foreach": syntax.Loop, "while": syntax.Loop, "do": syntax.Repeat,
		"switch": syntax.Choice, "case": syntax.Label, "catch": syntax.Handler, "else": syntax.Else,
		"try": syntax.Plain, "finally": syntax.Plain, "goto": syntax.Goto,
	},
	Reserved: syntax.WordSet("new", "await", "yield", "lock", "checked", "unchecked", "sizeof", "typeof", "foreach",
		"nameof", "stackalloc", "fixed", "in", "is", "as", "base"),
	// The words of queries and patterns are names outside of these.
	Contextual: syntax.WordSet("select", "from", "where", "orderby", "not", "and", "or", "when"),
	// A parenthesis after a modifier begins a tuple type or the parameters of a lambda.
	NotCalled: syntax.WordSet("public", "private", "protected", "internal", "static", "override", "virtual", "abstract",
		"async", "sealed", "readonly"),
}

var csharpFlow = inspect.Flow{ //nolint:gochecknoglobals // never written
	Arms: true, LambdaArrow: "=>",
	// The ? of a nullable type follows the type without a space. A space precedes the ? of a
	// conditional expression.
	Ternary:   func(f *syntax.File, i int) bool { return i > 0 && f.Tokens[i-1].End < f.Tokens[i].Start },
	Functions: map[string]func(f *syntax.File, i, hi int) int{"delegate": anonymousMethod},
}

// anonymousMethod returns the brace that opens the body of the anonymous method whose keyword
// 'delegate' is token i, or 0.
func anonymousMethod(f *syntax.File, i, hi int) int {
	start := i + 1
	if start < hi && f.Is(start, "(") {
		start = f.After(start, hi)
	}
	if f.Is(start, "{") {
		return start
	}
	return 0
}

// member lists the tokens that precede a member.
var member = []string{".", "?."} //nolint:gochecknoglobals // never written

var csharpPatterns = inspect.Patterns{ //nolint:gochecknoglobals // never written
	ErrorTypes:     errorTypes,
	Leaves:         map[string][2]string{"yield": {"break", "early return"}},
	Injection:      inspect.AllClasses,
	OmitNamespaces: true,
	Usages: map[string][]inspect.Usage{
		"GetRequiredService": {{Kind: facts.PatternInjection, After: member, Call: true}},
		"GetService":         {{Kind: facts.PatternInjection, After: member, Call: true}},

		"WhenAll": {{Kind: facts.PatternAsync, Name: "Task.*", After: member, Of: "Task", Call: true}},
		"WhenAny": {{Kind: facts.PatternAsync, Name: "Task.*", After: member, Of: "Task", Call: true}},
		"Run":     {{Kind: facts.PatternAsync, Name: "Task.*", After: member, Of: "Task", Call: true}},
		"async": {
			{Kind: facts.PatternAsync, Name: "async closure", Next: []string{"("}},
			{Kind: facts.PatternAsync, Name: "async closure", Then: "=>"},
		},

		"Mock": {{Kind: facts.PatternTest, Name: "mock", After: []string{"new"}}},
		"For":  {{Kind: facts.PatternTest, Name: "mock", After: member, Of: "Substitute", Call: true}},
	},
	Globs: []inspect.Glob{
		{Pattern: "AddScoped*", Usage: inspect.Usage{Kind: facts.PatternInjection, After: member, Call: true}},
		{Pattern: "AddSingleton*", Usage: inspect.Usage{Kind: facts.PatternInjection, After: member, Call: true}},
		{Pattern: "AddTransient*", Usage: inspect.Usage{Kind: facts.PatternInjection, After: member, Call: true}},
		{Pattern: "ForEach*", Usage: inspect.Usage{
			Kind: facts.PatternAsync, Name: "Parallel.*", After: member, Of: "Parallel", Call: true,
		}},
	},
	Routes: inspect.Routes{PathOnly: true, Absolute: true, Calls: csharpRoutes},
}

// csharpRoutes returns the route that a call such as app.MapGet("/x", ...) binds.
func csharpRoutes(f *syntax.File, i, _ int, path string) []string {
	suffix, ok := strings.CutPrefix(f.Word(i), "Map")
	if !ok || path == "" || !f.IsOne(i-1, ".", "?.", "->") {
		return nil
	}
	verb := inspect.Verb(strings.ToLower(suffix))
	if verb == "" {
		return nil
	}
	return []string{verb + " " + inspect.JoinPath("", path)}
}
