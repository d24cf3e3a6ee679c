package source

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipes puts pipes without a writer in the places of files. Reading one would never
// end.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".gitignore", ".coderefignore", "a.ts"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tree := NewTree(dir, func(string) bool { return true })
	if _, err := tree.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, reason := Read(filepath.Join(dir, "a.ts")); reason != ReasonUnreadable {
		t.Errorf("a pipe is left out as %q", reason)
	}
}
