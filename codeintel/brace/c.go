package brace

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// C is C and C++: each includes the other's headers, so that they are one language
// to the index. What a .h is shows in its text.
func C() facts.Language { return cFamily }

var cFamily = &language{ //nolint:gochecknoglobals // never written
	words: map[string][]string{
		"c":   {".c", ".h"},
		"cpp": {".cpp", ".cc", ".cxx", ".hpp", ".hh"},
	},
	dialect: func(path, text string) *dialect {
		if strings.HasSuffix(path, ".c") || strings.HasSuffix(path, ".h") && !isCpp(text) {
			return c
		}
		return cpp
	},
	test: isNativeTest, resolver: newNativeResolver,
}

// c is C.
var c = &dialect{ //nolint:gochecknoglobals // never written
	name: "c", preprocessor: true, defines: true, separators: true,
	read: readNative,
	flow: flow{words: nativeFlow(), ternary: true},
	uses: nativeUses,
}

// cppOnly is what no header of C holds, but between #ifdef __cplusplus.
var cppOnly = regexp.MustCompile(`(?m)^\s*(class\s+\w[^;{]*[{:;]|namespace\b|template\s*<|using\s+\w|public:|private:|protected:|virtual\s)|\bstd::|#include\s*<(string|vector|memory|map|iostream|functional|utility|type_traits|cstdint|cstddef)>|\bconstexpr\b|\bnoexcept\b`)

// cppPart is what a header of C shows to C++ only.
var cppPart = regexp.MustCompile(`(?s)#\s*(ifdef\s+__cplusplus|if\s+defined\s*\(?\s*__cplusplus\s*\)?).*?#\s*(endif|else)`)

// sniffed bounds, in bytes, how much of a header is looked at.
const sniffed = 64 << 10

// isCpp tells a header of C++ from one of C.
func isCpp(text string) bool {
	text = text[:min(len(text), sniffed)]
	if strings.Contains(text, "__cplusplus") {
		text = cppPart.ReplaceAllString(text, "")
	}
	return cppOnly.MatchString(text)
}

// isNativeTest reports files called test_x.c, x_test.cc or x-test.cpp, xTest.cpp,
// and those in a folder of tests.
func isNativeTest(path string) bool {
	dir, name := split(path)
	base, _, _ := strings.Cut(name, ".")
	lower := strings.ToLower(base)
	return inFolder(dir, "test", "tests", "unittest", "unittests") || strings.HasPrefix(lower, "test_") || strings.HasPrefix(lower, "test-") ||
		strings.HasSuffix(lower, "_test") || strings.HasSuffix(lower, "_tests") || strings.HasSuffix(lower, "-test") ||
		strings.HasSuffix(lower, "_unittest") || strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests")
}
