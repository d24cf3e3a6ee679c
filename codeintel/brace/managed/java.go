package managed

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Java returns Java. It is shared: do not modify it.
func Java() *inspect.Language { return java }

var java = &inspect.Language{ //nolint:gochecknoglobals // never written
	Name:     "java",
	Grammar:  javaGrammar,
	Flow:     javaFlow,
	Patterns: javaPatterns,
}

var javaGrammar = &syntax.Grammar{ //nolint:gochecknoglobals // never written
	Lex:  lex.Rules{TextBlocks: true, DollarNames: true},
	Read: func(f *syntax.File) { (&reader{File: f}).items(0, len(f.Tokens), syntax.FileOwner()) },
	Uses: javaUses,
	Control: map[string]syntax.Control{
		"if": syntax.Branch, "for": syntax.Loop, "while": syntax.Loop, "do": syntax.Repeat, "switch": syntax.Choice,
		"case": syntax.Label, "catch": syntax.Handler, "else": syntax.Else, "try": syntax.Plain,
		"finally": syntax.Plain, "break": syntax.Exit, "continue": syntax.Exit,
	},
	Reserved: syntax.WordSet("new", "assert"),
}

var javaFlow = inspect.Flow{ //nolint:gochecknoglobals // never written
	CaseArrow: true, LambdaArrow: "->", ExitLabel: lex.Ident,
	// The ? of <?> and <? extends T> belongs to a type.
	Ternary: func(f *syntax.File, i int) bool {
		return !f.IsOne(i-1, "<", ",") || !f.IsOne(i+1, ">", "extends", "super", ",")
	},
	Functions: map[string]func(f *syntax.File, i, hi int) int{"new": anonymousClass},
}

// anonymousClass returns the brace that opens the anonymous class whose keyword 'new' is token
// i, or 0.
func anonymousClass(f *syntax.File, i, hi int) int {
	i++
	for f.IsName(i) && f.Is(i+1, ".") {
		i += 2
	}
	if i < hi && f.IsName(i) {
		i++
	}
	if i = f.Angle(i, hi); i >= hi || !f.Is(i, "(") {
		return 0
	}
	if i = f.After(i, hi); i < hi && f.Is(i, "{") {
		return i
	}
	return 0
}

// listenerUsage is the registration of an event listener.
var listenerUsage = inspect.Usage{ //nolint:gochecknoglobals // never written
	Kind: facts.PatternHandler, After: []string{"."}, Call: true,
}

var javaPatterns = inspect.Patterns{ //nolint:gochecknoglobals // never written
	AttributeMark:  "@",
	AsyncAttribute: "Async",
	ErrorTypes:     errorTypes,
	Checks:         map[string]string{"assert": ""},
	Injection:      inspect.ManagedClasses,
	Usages: map[string][]inspect.Usage{
		"supplyAsync": {{Kind: facts.PatternAsync, Name: "CompletableFuture.*", Call: true}},
		"runAsync":    {{Kind: facts.PatternAsync, Name: "CompletableFuture.*", Call: true}},
		"allOf":       {{Kind: facts.PatternAsync, Of: "CompletableFuture", Name: "CompletableFuture.*", Call: true}},
		"anyOf":       {{Kind: facts.PatternAsync, Of: "CompletableFuture", Name: "CompletableFuture.*", Call: true}},
		"Thread":      {{Kind: facts.PatternAsync, Name: "new *", After: []string{"new"}, Call: true}},
		"mock": {
			{Kind: facts.PatternTest, NotAfter: []string{"."}, Call: true},
			{Kind: facts.PatternTest, Of: "Mockito", Call: true},
		},
		"spy": {
			{Kind: facts.PatternTest, NotAfter: []string{"."}, Call: true},
			{Kind: facts.PatternTest, Of: "Mockito", Call: true},
		},
		"getBean": {{Kind: facts.PatternInjection, After: []string{"."}, Call: true}},
	},
	Globs: []inspect.Glob{
		{Pattern: "add*Listener", Usage: listenerUsage},
		{Pattern: "set*Listener", Usage: listenerUsage},
	},
	Routes: inspect.Routes{Calls: javaRoutes},
}

// javaRoutes returns the route that a call such as get("/x", this::list) binds.
func javaRoutes(f *syntax.File, i, open int, path string) []string {
	verb := inspect.Verb(f.Word(i))
	if verb == "" || !strings.HasPrefix(path, "/") || !inspect.PassesFunction(f, open) {
		return nil
	}
	return []string{verb + " " + path}
}
