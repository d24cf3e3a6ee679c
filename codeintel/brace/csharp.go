package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// CSharp is C#.
func CSharp() facts.Language { return csharpLanguage }

var csharpLanguage = &language{ //nolint:gochecknoglobals // never written
	words:    map[string][]string{"cs": {".cs"}},
	dialect:  func(string, string) *dialect { return csharp },
	test:     isCSharpTest,
	resolver: newCSharpResolver,
}

var csharp = &dialect{ //nolint:gochecknoglobals // never written
	name: "csharp", preprocessor: true, interpolated: true, atNames: true,
	read: readManaged,
	flow: flow{words: map[string]control{
		"if": branch, "for": loop, "foreach": loop, "while": loop, "do": repeat, "switch": choice, "case": label,
		"catch": handler, "else": another, "try": plain, "finally": plain, "goto": jump,
	}, arms: true, ternary: true},
	uses: csharpUses,
}

// isCSharpTest reports files called XTest.cs or XTests.cs, and those in a project
// of tests.
func isCSharpTest(path string) bool {
	dir, name := split(path)
	base := strings.TrimSuffix(name, ".cs")
	if strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") {
		return true
	}
	for _, folder := range strings.Split(dir, "/") {
		l := strings.ToLower(folder)
		if l == "test" || l == "tests" || strings.HasSuffix(l, ".test") || strings.HasSuffix(l, ".tests") || strings.HasSuffix(folder, "Tests") {
			return true
		}
	}
	return false
}
