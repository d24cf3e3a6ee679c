package typescript

import (
	"context"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestPanicWhileLoading: the compiler loads files on goroutines of its own,
// where a panic would end the process. It costs that file only.
func TestPanicWhileLoading(t *testing.T) {
	texts := map[string]string{"a.ts": "export function a() {}\n", "c.ts": "import { a } from './a';\na();\n"}
	found, err := Analyze(context.Background(), &Project{
		Root: t.TempDir(), Files: []string{"a.ts", "b.ts", "c.ts"}, Known: []string{"a.ts", "b.ts", "c.ts"},
		Read: func(rel string) (string, bool) {
			text, ok := texts[rel]
			if !ok {
				panic("unforeseen")
			}
			return text, true
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if b := found.Files[1]; b.Path != "b.ts" || len(b.Unresolved) != 2 {
		t.Errorf("facts of the file that failed: %+v", b)
	}
	if c := found.Files[2]; len(c.Calls) != 1 || c.Calls[0].To.File != "a.ts" {
		t.Errorf("facts of another file: %+v", c)
	}
}

// TestRootOfDisk: a project may be the whole disk, whose path ends in a slash.
func TestRootOfDisk(t *testing.T) {
	files := newFiles(&facts.Project{Root: "/", Known: map[string]facts.Digest{"src/a.ts": {1}}, Read: func(rel string) (string, bool) { return rel, true }})
	if text, ok := files.Read(absolute("/", "src/a.ts")); !ok || text != "src/a.ts" {
		t.Errorf("read %q, %v", text, ok)
	}
	if rel, ok := files.relative("/src/a.ts"); !ok || rel != "src/a.ts" {
		t.Errorf("relative %q, %v", rel, ok)
	}
}
