package protobundle_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/internal/protobundle"
)

// bundle returns a bundle of files with their paths as content.
func bundle(paths ...string) []protobundle.File {
	var files []protobundle.File
	for _, path := range paths {
		files = append(files, protobundle.File{Path: path, Content: []byte(path)})
	}
	return withSums(files)
}

// withSums adds the checksums to the other files of a bundle.
func withSums(files []protobundle.File) []protobundle.File {
	var sums strings.Builder
	for _, file := range files {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(file.Content), file.Path)
	}
	return append(files, protobundle.File{Path: "coderef-proto.sha256", Content: []byte(sums.String())})
}

// contents returns the content of each file by path.
func contents(files []protobundle.File) map[string]string {
	out := map[string]string{}
	for _, file := range files {
		out[file.Path] = string(file.Content)
	}
	return out
}

// A bundle is written to a new folder, to an empty one, and over itself.
func TestWrite(t *testing.T) {
	files, err := protobundle.Build(protobundle.Source{Version: "v1", ServiceConfig: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	for _, dir := range []string{filepath.Join(parent, "a", "new"), t.TempDir(), filepath.Join(parent, "a", "new")} {
		if err := protobundle.Write(t.Context(), dir, files, false); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(contents(files), tree(t, dir)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// A later bundle removes the files that only the earlier one contains.
func TestWriteRemovesEarlier(t *testing.T) {
	for _, force := range []bool{false, true} {
		dir := t.TempDir()
		mustWrite(t, dir, bundle("README.md", "proto/old/a.proto", "proto/both.proto"), false)
		later := bundle("README.md", "proto/both.proto", "proto/new/b.proto")
		mustWrite(t, dir, later, force)
		if diff := cmp.Diff(contents(later), tree(t, dir)); diff != "" {
			t.Errorf("force %t (-want +got):\n%s", force, diff)
		}
		if _, err := os.Stat(filepath.Join(dir, "proto", "old")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("force %t: the folder that is now empty: got error %v, want %v", force, err, fs.ErrNotExist)
		}
	}
}

// Without force a folder with anything else is refused and left as it is. With
// force the other files stay.
func TestWriteForeign(t *testing.T) {
	later := bundle("README.md", "proto/b.proto")
	for name, test := range map[string]struct {
		prepare func(t *testing.T, dir string)
		named   string
		// kept after a run with force; empty: named.
		kept string
	}{
		"no bundle": {
			prepare: func(t *testing.T, dir string) { put(t, dir, "notes.txt", "mine") },
			named:   "notes.txt", kept: "notes.txt",
		},
		"in addition to a bundle": {
			prepare: func(t *testing.T, dir string) {
				mustWrite(t, dir, bundle("README.md"), false)
				put(t, dir, "proto/mine.proto", "mine")
			},
			named: "proto/mine.proto", kept: "proto/mine.proto",
		},
		"changed": {
			prepare: func(t *testing.T, dir string) {
				mustWrite(t, dir, bundle("README.md", "proto/a.proto"), false)
				put(t, dir, "proto/a.proto", "mine")
			},
			named: "proto/a.proto", kept: "proto/a.proto",
		},
		"incomplete": {
			prepare: func(t *testing.T, dir string) {
				mustWrite(t, dir, bundle("README.md"), false)
				if err := os.Remove(filepath.Join(dir, "coderef-proto.sha256")); err != nil {
					t.Fatal(err)
				}
			},
			named: "README.md",
		},
		"symbolic link": {
			prepare: func(t *testing.T, dir string) {
				mustWrite(t, dir, bundle("README.md"), false)
				if err := os.Symlink("README.md", filepath.Join(dir, "link")); err != nil {
					t.Fatal(err)
				}
			},
			named: "link", kept: "link",
		},
		"killed run": {
			prepare: func(t *testing.T, dir string) { put(t, dir, ".coderefd-proto/README.md", "half") },
			named:   ".coderefd-proto",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			test.prepare(t, dir)
			before := tree(t, dir)
			err := protobundle.Write(t.Context(), dir, later, false)
			if err == nil || !strings.Contains(err.Error(), test.named) || !strings.Contains(err.Error(), "--force") {
				t.Errorf("got error %v, want one that names %s and --force", err, test.named)
			}
			if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
				t.Errorf("a refused run changed (-before +after):\n%s", diff)
			}
			want := contents(later)
			if test.kept != "" {
				want[test.kept] = before[test.kept]
			}
			mustWrite(t, dir, later, true)
			if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
				t.Errorf("with force (-want +got):\n%s", diff)
			}
		})
	}
}

// A run that fails before all files are written leaves the earlier bundle.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, dir, bundle("README.md", "proto/a.proto"), false)
	before := tree(t, dir)
	stopped := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	if err := protobundle.Write(ctx, dir, bundle("README.md"), false); !errors.Is(err, stopped) {
		t.Errorf("got error %v, want %v", err, stopped)
	}
	impossible := bundle("README.md", "proto", "proto/a.proto") // a file and a folder at one path
	if err := protobundle.Write(t.Context(), dir, impossible, false); err == nil {
		t.Error("Write of a bundle that cannot be written: got no error, want one")
	}
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Errorf("a failed run changed (-before +after):\n%s", diff)
	}
}

// A run that fails while it moves files reports that the bundle is incomplete, and
// leaves neither coderef-proto.sha256 nor its temporary folder.
func TestWriteIncomplete(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, dir, bundle("a"), false)
	twice := bundle("b", "c", "b") // the second move of b fails, because the first one succeeded
	err := protobundle.Write(t.Context(), dir, twice, false)
	if err == nil || !strings.Contains(err.Error(), "incomplete") || !strings.Contains(err.Error(), "--force") {
		t.Errorf("got error %v, want one that contains incomplete and --force", err)
	}
	want := map[string]string{"a": "a", "b": "b", "c": "c"}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	later := bundle("a", "b", "c")
	mustWrite(t, dir, later, true)
	if diff := cmp.Diff(contents(later), tree(t, dir)); diff != "" {
		t.Errorf("repeated with force (-want +got):\n%s", diff)
	}
}

// The list of an earlier bundle cannot name files outside of the folder.
func TestWriteStaysInside(t *testing.T) {
	parent := t.TempDir()
	put(t, parent, "outside", "outside")
	dir := filepath.Join(parent, "dir")
	put(t, dir, "coderef-proto.sha256", fmt.Sprintf("%x  ../outside\n", sha256.Sum256([]byte("outside"))))
	mustWrite(t, dir, bundle("README.md"), false)
	if got := read(t, filepath.Join(parent, "outside")); got != "outside" {
		t.Errorf("got %q, want it unchanged", got)
	}
}

func mustWrite(t *testing.T, dir string, files []protobundle.File, force bool) {
	t.Helper()
	if err := protobundle.Write(t.Context(), dir, files, force); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// tree returns the content of every file in dir by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		found[name] = read(t, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
