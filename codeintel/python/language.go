package python

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/inspect"
	"github.com/coderef-system/coderefd/codeintel/python/outline"
	"github.com/coderef-system/coderefd/codeintel/python/patterns"
	"github.com/coderef-system/coderefd/codeintel/python/settings"
)

// Language implements [facts.Language]. All paths are relative to the root of the project and
// use slashes.
type Language struct{}

// Words implements [facts.Language].
func (Language) Words() map[string][]string {
	return map[string][]string{"py": {".py", ".pyi", ".pyw"}}
}

// IsSource implements [facts.Language].
func (Language) IsSource(file string) bool {
	switch path.Ext(file) {
	case ".py", ".pyi", ".pyw":
		return !strings.HasPrefix(path.Base(file), ".py")
	}
	return false
}

// IsConfig implements [facts.Language].
func (Language) IsConfig(file string) bool { return settings.IsFile(file) }

// IsTest implements [facts.Language]. It recognizes the file names that pytest and unittest
// search for tests.
func (Language) IsTest(file string) bool { return patterns.IsTestFile(file) }

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }

// Outline implements [facts.Language].
func (Language) Outline(file, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	return outline.File(file, text, shallow)
}

// Inspect implements [facts.Language].
func (Language) Inspect(path, text string) (*facts.Inspection, error) {
	return inspect.File(path, text)
}
