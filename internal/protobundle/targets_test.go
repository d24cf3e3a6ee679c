package protobundle_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/internal/protobundle"
)

// A folder in which a file cannot be moved to its path stays as it is, with and without force.
func TestWriteBlocked(t *testing.T) {
	link := func(target, name string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	later := bundle("LICENCE", "README.md", "proto/a/b.proto")
	for name, test := range map[string]struct {
		block func(t *testing.T, dir string)
		named string
	}{
		"folder at the path of a file": {
			func(t *testing.T, dir string) { put(t, dir, "README.md/file", "mine") }, "the folder README.md,",
		},
		"empty folder at the path of a file": {
			func(t *testing.T, dir string) { mkdir(t, filepath.Join(dir, "proto", "a", "b.proto")) },
			"the folder proto/a/b.proto,",
		},
		"file at the path of a folder": {
			func(t *testing.T, dir string) { put(t, dir, "proto", "mine") }, "contains proto,",
		},
		"file at the path of an inner folder": {
			func(t *testing.T, dir string) { put(t, dir, "proto/a", "mine") }, "contains proto/a,",
		},
		"link out of the folder":   {link("..", "proto"), "contains proto,"},
		"link to an absolute path": {link(os.TempDir(), "proto"), "contains proto,"},
		"link to a sibling folder": {link("other", "proto"), "contains proto,"},
		"link to a missing folder": {link("missing", "proto"), "contains proto,"},
		"folder at the path of the checksums": {
			func(t *testing.T, dir string) {
				if err := os.Remove(filepath.Join(dir, "coderef-proto.sha256")); err != nil {
					t.Fatal(err)
				}
				mkdir(t, filepath.Join(dir, "coderef-proto.sha256"))
			},
			"coderef-proto.sha256",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			mustWrite(t, dir, bundle("LICENCE", "other/old.proto"), false)
			test.block(t, dir)
			before := entries(t, dir)
			for _, force := range []bool{true, false} {
				err := protobundle.Write(t.Context(), dir, later, force)
				// Without force, another check may fail first.
				if err == nil || force && !strings.Contains(err.Error(), test.named) {
					t.Errorf("force %t: got error %v, want one that contains %q", force, err, test.named)
				}
				if diff := cmp.Diff(before, entries(t, dir)); diff != "" {
					t.Errorf("force %t: a failed run changed (-before +after):\n%s", force, diff)
				}
			}
		})
	}
}

// With force, a symbolic link at the path of a file is replaced, and the file that it points to is not.
func TestWriteReplacesLink(t *testing.T) {
	parent := t.TempDir()
	put(t, parent, "outside", "outside")
	dir := filepath.Join(parent, "dir")
	mkdir(t, dir)
	if err := os.Symlink("../outside", filepath.Join(dir, "README.md")); err != nil {
		t.Fatal(err)
	}
	later := bundle("README.md")
	mustWrite(t, dir, later, true)
	if diff := cmp.Diff(contents(later), tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := read(t, filepath.Join(parent, "outside")); got != "outside" {
		t.Errorf("got %q in the file outside, want it unchanged", got)
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// entries returns what each path in dir is: a folder, the content of a file, or the target of a link.
func entries(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			found[path] = "folder"
		case entry.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			found[path] = "link to " + target
			return err
		default:
			found[path] = "file " + read(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
