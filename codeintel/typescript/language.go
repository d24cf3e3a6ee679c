package typescript

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/inspect"
	"github.com/coderef-system/coderefd/codeintel/typescript/outline"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
	"github.com/coderef-system/coderefd/codeintel/typescript/workspace"
)

// Language implements [facts.Language] for TypeScript and JavaScript.
type Language struct{}

var _ facts.Language = Language{}

// IsSource implements [facts.Language].
func (Language) IsSource(path string) bool { return syntax.LanguageOf(path) != "" }

// IsConfig implements [facts.Language].
func (Language) IsConfig(file string) bool {
	name := path.Base(file)
	return workspace.IsConfig(file) || name == "jsconfig.json" ||
		strings.HasPrefix(name, "tsconfig") && strings.HasSuffix(name, ".json")
}

// NewAnalyzer implements [facts.Language].
func (Language) NewAnalyzer() facts.Analyzer { return &Analyzer{} }

// Words implements [facts.Language]. Each word is an extension without its dot, as in
// the coderef tools.
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

// Outline implements [facts.Language].
func (Language) Outline(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	return outline.Parse(file, text, shallow)
}

// Inspect implements [facts.Language].
func (Language) Inspect(file, text string) (*facts.Inspection, error) {
	return inspect.File(file, text)
}

// IsTest implements [facts.Language].
func (Language) IsTest(file string) bool { return syntax.IsTest(file) }

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }
