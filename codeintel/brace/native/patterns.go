package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// scoped is the token between a namespace and its member.
var scoped = []string{"::"} //nolint:gochecknoglobals // never written

var patterns = inspect.Patterns{ //nolint:gochecknoglobals // never written
	ErrorTypes: []string{"*Exception", "*Error", "Throwable", "exception", "*_error"},
	Checks:     map[string]string{"assert": "("},
	TestMacros: testMacros,
	Usages: map[string][]inspect.Usage{
		"async": {{Kind: facts.PatternAsync, Name: "std::*", After: scoped, Of: "std", Call: true}},
		"thread": {
			{Kind: facts.PatternAsync, Name: "std::*", After: scoped, Of: "std", Call: true},
			{Kind: facts.PatternAsync, Name: "std::*", Of: "std", NextName: true},
		},
		"jthread": {
			{Kind: facts.PatternAsync, Name: "std::*", After: scoped, Of: "std", Call: true},
			{Kind: facts.PatternAsync, Name: "std::*", Of: "std", NextName: true},
		},
		"co_await":       {{Kind: facts.PatternAsync, Once: true}},
		"co_yield":       {{Kind: facts.PatternAsync, Once: true}},
		"co_return":      {{Kind: facts.PatternAsync, Once: true}},
		"pthread_create": {{Kind: facts.PatternAsync, Call: true}},

		"signal": {{Kind: facts.PatternHandler, NotAfter: []string{".", "->"}, Call: true, Argument: true}},

		"setjmp":      {{Kind: facts.PatternErrors, Call: true}},
		"longjmp":     {{Kind: facts.PatternErrors, Call: true}},
		"MOCK_METHOD": {{Kind: facts.PatternTest, Name: "mock", Call: true}},
	},
	Routes: inspect.Routes{Calls: routes},
}

// testMacros are the macros of GoogleTest, Catch2, doctest and Boost.Test that replace
// the head of a test.
var testMacros = syntax.WordSet( //nolint:gochecknoglobals // never written
	"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "TEST_CASE", "SCENARIO", "TEST_CASE_METHOD",
	"BOOST_AUTO_TEST_CASE",
)

// routes returns the routes that server.Get("/x", handler) and CROW_ROUTE(app, "/x")
// bind.
func routes(f *syntax.File, i, open int, path string) []string {
	if f.Is(i, "CROW_ROUTE") {
		from, to := f.Inside(open, len(f.Tokens))
		if path := inspect.FirstString(f, from, min(to, from+inspect.MaxTokens)); path != "" {
			return []string{path}
		}
		return nil
	}
	if !strings.HasPrefix(path, "/") || !f.IsOne(i-1, ".", "?.", "->") {
		return nil
	}
	verb := inspect.Verb(strings.ToLower(f.Word(i)))
	if verb == "" || !inspect.PassesFunction(f, open) {
		return nil
	}
	return []string{verb + " " + path}
}
