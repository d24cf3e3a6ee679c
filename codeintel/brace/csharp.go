package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/managed"
	"github.com/coderef-system/coderefd/codeintel/brace/resolve"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// CSharp returns the analysis of C#.
func CSharp() facts.Language { return csharpLanguage }

var csharpLanguage = &language{ //nolint:gochecknoglobals // never written
	words:    map[string][]string{"cs": {".cs"}},
	describe: func(string, string) *inspect.Language { return managed.CSharp() },
	isTest:   isCSharpTest,
	rules:    resolve.CSharp,
}

// isCSharpTest reports whether a file is called XTest.cs or XTests.cs, or belongs to a
// test project.
func isCSharpTest(dir, name string) bool {
	base := strings.TrimSuffix(name, ".cs")
	if strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") {
		return true
	}
	for _, folder := range strings.Split(dir, "/") {
		l := strings.ToLower(folder)
		if l == "test" || l == "tests" || strings.HasSuffix(l, ".test") || strings.HasSuffix(l, ".tests") ||
			strings.HasSuffix(folder, "Tests") {
			return true
		}
	}
	return false
}
