package typescript

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Language is TypeScript and JavaScript.
type Language struct{}

var _ facts.Language = Language{}

// IsSource implements [facts.Language].
func (Language) IsSource(path string) bool { return LanguageOf(path) != "" }

// IsConfig implements [facts.Language].
func (Language) IsConfig(file string) bool {
	name := path.Base(file)
	return name == "package.json" || name == "jsconfig.json" ||
		strings.HasPrefix(name, "tsconfig") && strings.HasSuffix(name, ".json")
}

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer { return &Analyzer{} }

// Words implements [facts.Language]. The words are those of the coderef tools: an
// extension without its dot.
func (Language) Words() map[string][]string {
	return map[string][]string{
		"ts":  {".ts", ".mts", ".cts"},
		"tsx": {".tsx"},
		"js":  {".js", ".mjs", ".cjs"},
		"jsx": {".jsx"},
		"mts": {".mts"},
		"cts": {".cts"},
		"mjs": {".mjs"},
		"cjs": {".cjs"},
	}
}

// Extension returns the extension of a path, with its dot.
func Extension(path string) string {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i:]
	}
	return ""
}

// LanguageOf returns the language word of a file, or "" for other files.
func LanguageOf(path string) string {
	switch Extension(path) {
	case ".ts", ".mts", ".cts":
		return "ts"
	case ".tsx":
		return "tsx"
	case ".js", ".mjs", ".cjs":
		return "js"
	case ".jsx":
		return "jsx"
	}
	return ""
}

// IsTest implements [facts.Language]: a name with .test or .spec before its
// extension, or a file in a folder __tests__, test or tests.
func (Language) IsTest(file string) bool {
	name := path.Base(file)
	name = strings.TrimSuffix(name, Extension(name))
	if strings.HasSuffix(name, ".test") || strings.HasSuffix(name, ".spec") {
		return true
	}
	for folder := range strings.SplitSeq(path.Dir(file), "/") {
		if folder == "__tests__" || folder == "test" || folder == "tests" {
			return true
		}
	}
	return false
}

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }
