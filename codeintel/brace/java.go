package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/managed"
	"github.com/coderef-system/coderefd/codeintel/brace/resolve"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Java returns the analysis of Java.
func Java() facts.Language { return javaLanguage }

var javaLanguage = &language{ //nolint:gochecknoglobals // never written
	words:    map[string][]string{"java": {".java"}},
	describe: func(string, string) *inspect.Language { return managed.Java() },
	isTest:   isJavaTest,
	rules:    resolve.Java,
}

// isJavaTest reports whether a file is below src/test, or its name matches the default
// patterns of JUnit runners.
func isJavaTest(dir, name string) bool {
	base := strings.TrimSuffix(name, ".java")
	return strings.Contains("/"+dir+"/", "/src/test/") || strings.Contains("/"+dir+"/", "/src/androidTest/") ||
		isIn(dir, "test", "tests") && !strings.Contains(dir, "src/main/") ||
		strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "TestCase") ||
		strings.HasSuffix(base, "IT") && base != "IT"
}
