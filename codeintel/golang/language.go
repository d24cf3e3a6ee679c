package golang

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Language is Go. Its paths are relative to a project's root, with slashes.
type Language struct{}

var _ facts.Language = Language{}

// Words implements [facts.Language].
func (Language) Words() map[string][]string { return map[string][]string{"go": {".go"}} }

// IsSource implements [facts.Language]. What a vendor folder holds is other
// people's code; Go files right in a folder of that name are a package like any.
func (Language) IsSource(path string) bool {
	return strings.HasSuffix(path, ".go") && !vendored(path)
}

// IsConfig implements [facts.Language].
func (Language) IsConfig(path string) bool {
	dir, name := split(path)
	switch name {
	case "go.mod", "go.work":
		return !vendored(path)
	case "modules.txt":
		return dir == "vendor" || strings.HasSuffix(dir, "/vendor")
	}
	return false
}

// vendored reports a file of a package below a vendor folder.
func vendored(path string) bool {
	dir, _ := split(path)
	return strings.Contains("/"+dir, "/vendor/")
}

// split cuts a path into its folder, "." for none, and its name.
func split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ".", path
	}
	return path[:i], path[i+1:]
}

// Outline implements [facts.Language].
func (Language) Outline(path, text string, shallow bool) (decls []facts.Decl, warning string, err error) {
	return outlineFile(path, text, shallow)
}

// Inspect implements [facts.Language].
func (Language) Inspect(path, text string) (*facts.Inspection, error) { return inspectFile(path, text) }

// IsTest implements [facts.Language].
func (Language) IsTest(path string) bool { return isTest(path) }

// Precision implements [facts.Language].
func (Language) Precision() facts.Precision { return facts.Semantic }
