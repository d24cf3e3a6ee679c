package typescript

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Language is TypeScript and JavaScript.
type Language struct{}

var _ facts.Language = Language{}

// Words implements [facts.Language].
func (Language) Words() map[string][]string { return Languages() }

// IsSource implements [facts.Language].
func (Language) IsSource(path string) bool { return LanguageOf(path) != "" }

// IsConfig implements [facts.Language].
func (Language) IsConfig(file string) bool {
	name := path.Base(file)
	return name == "package.json" || name == "jsconfig.json" ||
		strings.HasPrefix(name, "tsconfig") && strings.HasSuffix(name, ".json")
}

// Outline implements [facts.Language].
func (Language) Outline(path, text string) ([]facts.Decl, string, error) { return Outline(path, text) }

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer { return &Analyzer{} }

// Languages maps each language word to the file extensions it covers. The
// words are those of the coderef tools: an extension without its dot.
func Languages() map[string][]string {
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
