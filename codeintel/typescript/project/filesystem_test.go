package project

import (
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestProjectInRootFolder checks a project in "/", whose path ends in a slash.
func TestProjectInRootFolder(t *testing.T) {
	files := NewFileSystem(&facts.Project{
		Root: "/", Known: map[string]facts.Digest{"src/a.ts": {1}},
		Read: func(rel string) (string, bool) { return rel, true },
	})
	if text, ok := files.Read(Absolute("/", "src/a.ts")); !ok || text != "src/a.ts" {
		t.Errorf("got %q, %v, want %q, true", text, ok, "src/a.ts")
	}
	if rel, ok := files.Relative("/src/a.ts"); !ok || rel != "src/a.ts" {
		t.Errorf("got %q, %v, want %q, true", rel, ok, "src/a.ts")
	}
}
