package project

import (
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestRootOfDisk: a project may be the whole disk, whose path ends in a slash.
func TestRootOfDisk(t *testing.T) {
	files := NewFileSystem(&facts.Project{
		Root: "/", Known: map[string]facts.Digest{"src/a.ts": {1}}, Read: func(rel string) (string, bool) { return rel, true },
	})
	if text, ok := files.Read(Absolute("/", "src/a.ts")); !ok || text != "src/a.ts" {
		t.Errorf("read %q, %v", text, ok)
	}
	if rel, ok := files.Relative("/src/a.ts"); !ok || rel != "src/a.ts" {
		t.Errorf("relative %q, %v", rel, ok)
	}
}
