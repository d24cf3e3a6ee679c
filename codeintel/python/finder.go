package python

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// finder records the patterns and tests of one file. The caller traverses the tree
// and keeps decl, classes and functions at the current node.
type finder struct {
	*facts.Inspection
	path     string
	module   *syntax.Module
	imports  imports
	testFile bool

	decl      int                // declaration around the current node
	classes   []*syntax.ClassDef // classes around it, up to the innermost function
	functions int                // number of declared functions around it
}

func newFinder(path string, m *syntax.Module, into *facts.Inspection) *finder {
	return &finder{
		Inspection: into, path: path, module: m, imports: importsOf(m), testFile: isTestFile(path), decl: facts.ModuleLevel,
	}
}

// isTestFile reports the file names in which pytest and unittest look for tests.
func isTestFile(file string) bool {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "tests" || name == "conftest"
}
