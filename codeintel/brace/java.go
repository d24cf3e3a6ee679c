package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Java is Java.
func Java() facts.Language { return javaLanguage }

var javaLanguage = &language{ //nolint:gochecknoglobals // never written
	words:    map[string][]string{"java": {".java"}},
	dialect:  func(string, string) *dialect { return java },
	test:     isJavaTest,
	resolver: newJavaResolver,
}

var java = &dialect{ //nolint:gochecknoglobals // never written
	name: "java", textBlocks: true,
	read: readManaged,
	flow: flow{words: map[string]control{
		"if": branch, "for": loop, "while": loop, "do": repeat, "switch": choice, "case": label, "catch": handler,
		"else": another, "try": plain, "finally": plain, "break": leap, "continue": leap,
	}, ternary: true},
	uses: javaUses,
}

// isJavaTest reports files below src/test, and those called as JUnit's runners look
// for them.
func isJavaTest(path string) bool {
	dir, name := split(path)
	base := strings.TrimSuffix(name, ".java")
	return strings.Contains("/"+dir+"/", "/src/test/") || strings.Contains("/"+dir+"/", "/src/androidTest/") ||
		inFolder(dir, "test", "tests") && !strings.Contains(dir, "src/main/") ||
		strings.HasSuffix(base, "Test") || strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "TestCase") ||
		strings.HasSuffix(base, "IT") && base != "IT"
}
