package golang

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/inspect"
	"github.com/coderef-system/coderefd/codeintel/golang/layout"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// Language implements [facts.Language]. All paths are relative to the root of the project and
// use slashes.
type Language struct{}

var _ facts.Language = Language{}

// Words implements [facts.Language].
func (Language) Words() map[string][]string { return map[string][]string{"go": {".go"}} }

// IsSource implements [facts.Language]. It excludes the packages in vendor folders, but not Go
// files directly in a folder named vendor.
func (Language) IsSource(path string) bool {
	return strings.HasSuffix(path, ".go") && !layout.IsVendored(path)
}

// IsConfig implements [facts.Language].
func (Language) IsConfig(path string) bool {
	dir, name := layout.Split(path)
	switch name {
	case "go.mod", "go.work":
		return !layout.IsVendored(path)
	case "modules.txt":
		return dir == "vendor" || strings.HasSuffix(dir, "/vendor")
	}
	return false
}

// Outline implements [facts.Language].
func (Language) Outline(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	return syntax.OutlineFile(path, text, shallow)
}

// Inspect implements [facts.Language].
func (Language) Inspect(path, text string) (*facts.Inspection, error) {
	return inspect.File(path, text)
}

// IsTest implements [facts.Language].
func (Language) IsTest(path string) bool { return syntax.IsTest(path) }

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }
