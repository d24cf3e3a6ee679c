package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteKeepsMode(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	for _, text := range []string{"one", "another"} {
		if err := Write(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		check(t, name, text, 0o600)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, name, "x", 0o640)
	if err := Write(filepath.Dir(name), nil, 0o600); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Write to a folder: got %v, want %v", err, ErrNotRegular)
	}
	if err := Write(filepath.Join(name, "b"), nil, 0o600); err == nil {
		t.Error("Write below a file: got no error, want one")
	}
}

// TestTemporaryFilesAreRecognized checks that temporary files of a killed process are
// distinguished from other files.
func TestTemporaryFilesAreRecognized(t *testing.T) {
	dir := t.TempDir()
	f, err := os.CreateTemp(dir, ".a.cache.*"+temporary)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		filepath.Base(f.Name()): true, ".b.txt.1.tmp": false, "a.cache": false, "a.cache.1.tmp": false,
		".cache": false, ".a.cache.1": false,
	} {
		if got := IsTemporary(name, ".cache"); got != want {
			t.Errorf("IsTemporary(%q): got %v, want %v", name, got, want)
		}
	}
	for _, write := range []func(string, []byte, os.FileMode) error{Write, WriteNoSync} {
		if err := write(filepath.Join(dir, "b"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		check(t, filepath.Join(dir, "b"), "x", 0o600)
	}
}

func TestReplaceRejectsUnsafeFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Replace(name, []byte("older"), []byte("new")); !errors.Is(err, ErrChanged) {
		t.Errorf("Replace with other contents: got %v, want %v", err, ErrChanged)
	}
	check(t, name, "old", 0o640)
	if err := Replace(name, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	check(t, name, "new", 0o640)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := Replace(link, []byte("new"), []byte("x")); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Replace of a link: got %v, want %v", err, ErrNotRegular)
	}
	if err := os.Link(name, filepath.Join(dir, "twin")); err != nil {
		t.Fatal(err)
	}
	if err := Replace(name, []byte("new"), []byte("x")); !errors.Is(err, ErrHardLinks) {
		t.Errorf("Replace of a file with two names: got %v, want %v", err, ErrHardLinks)
	}
	if err := os.Remove(filepath.Join(dir, "twin")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Replace(name, []byte("new"), []byte("x")); !errors.Is(err, ErrReadOnly) {
		t.Errorf("Replace of a read-only file: got %v, want %v", err, ErrReadOnly)
	}
	check(t, name, "new", 0o444)
	if err := Replace(filepath.Join(dir, "none"), nil, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Replace of a missing file: got %v, want %v", err, os.ErrNotExist)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("got files %v, error %v; want 2 files", entries, err)
	}
}

func check(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil || string(data) != text {
		t.Errorf("contents: got %q, error %v; want %q", data, err, text)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != mode {
		t.Errorf("mode: got %v, want %v", info.Mode().Perm(), mode)
	}
}
