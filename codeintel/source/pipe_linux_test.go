package source

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipesAreNotRead replaces files with pipes that have no writer. Reading one would block.
func TestPipesAreNotRead(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".gitignore", ".coderefignore", "a.ts"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tree := NewTree(dir, func(string) bool { return true })
	if _, err := tree.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, reason := Read(filepath.Join(dir, "a.ts")); reason != ReasonUnreadable {
		t.Errorf("Read of a pipe: got reason %q, want %q", reason, ReasonUnreadable)
	}
}
