package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/brace/native"
	"github.com/coderef-system/coderefd/codeintel/brace/resolve"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// C returns the analysis of C and C++. They include each other's headers, so the index
// treats them as one language; the text of a .h file decides which of the two it is.
func C() facts.Language { return cLanguage }

var cLanguage = &language{ //nolint:gochecknoglobals // never written
	words: map[string][]string{
		"c":   {".c", ".h"},
		"cpp": {".cpp", ".cc", ".cxx", ".hpp", ".hh"},
	},
	describe: func(path, text string) *inspect.Language {
		if strings.HasSuffix(path, ".c") || strings.HasSuffix(path, ".h") && !native.IsCPP(text) {
			return native.C()
		}
		return native.CPP()
	},
	isTest: isCTest,
	rules:  resolve.Native,
}

// isCTest reports whether a file is called test_x.c, x_test.cc, x-test.cpp or xTest.cpp,
// or is in a folder of tests.
func isCTest(dir, name string) bool {
	base, _, _ := strings.Cut(name, ".")
	if isIn(dir, "test", "tests", "unittest", "unittests") ||
		strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") {
		return true
	}
	lower := strings.ToLower(base)
	for _, prefix := range []string{"test_", "test-"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	for _, suffix := range []string{"_test", "_tests", "-test", "_unittest"} {
		if strings.HasSuffix(lower, suffix) {
			return true
		}
	}
	return false
}
