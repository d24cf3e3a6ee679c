package repository_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/repository"
)

// describe returns a line for each change, as git diff --raw without abbreviations.
func describe(t *testing.T, changes []repository.Change, contents bool) []string {
	t.Helper()
	zero := strings.Repeat("0", 40)
	lines := []string{}
	for _, c := range changes {
		modes, ids, status := [2]string{"000000", "000000"}, [2]string{zero, zero}, "M"
		for i, v := range []*repository.Version{c.Old, c.New} {
			if v == nil {
				status = []string{"A", "D"}[i]
				continue
			}
			modes[i], ids[i] = fmt.Sprintf("%06o", v.Mode), v.ID.String()
			if !contents {
				continue
			}
			if _, err := v.Content(); err != nil {
				t.Errorf("%s: content: %v", c.Path, err)
			}
		}
		if c.Old != nil && c.New != nil && c.Old.Mode>>12 != c.New.Mode>>12 {
			status = "T"
		}
		lines = append(lines, fmt.Sprintf(":%s %s %s %s %s\t%s", modes[0], modes[1], ids[0], ids[1], status, c.Path))
	}
	return lines
}

func compareLines(t *testing.T, row string, got, want []string) {
	t.Helper()
	want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
	if !slices.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", row, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// variety commits three versions of a tree with all kinds of changes.
func variety(t *testing.T) *gitRepo {
	g := newRepo(t)
	g.write("file-to-folder", "x")
	g.write("folder-to-file/x", "x")
	g.write("same", "same")
	g.write("mode", "#!/bin/sh\n")
	g.write("sub/deep/changed.go", strings.Repeat("line\n", 500))
	g.write("sub/removed.go", "gone")
	g.write("sub.go", "sorts before sub/")
	g.write("sub0", "sorts after sub/")
	g.write("link-to-be", "a file")
	g.write("ä ö\tü\"", "a name that git quotes")
	g.commit("one")
	for _, path := range []string{"file-to-folder", "folder-to-file", "sub/removed.go", "link-to-be"} {
		if err := os.RemoveAll(filepath.Join(g.dir, path)); err != nil {
			t.Fatal(err)
		}
	}
	g.write("file-to-folder/y", "y")
	g.write("folder-to-file", "y")
	g.write("sub/deep/changed.go", strings.Repeat("line\n", 500)+"more\n")
	g.write("sub/added.go", "new")
	g.write("sub.go", "changed")
	g.write("sub0", "changed")
	g.write("ä ö\tü\"", "changed")
	if err := os.Chmod(filepath.Join(g.dir, "mode"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("sub/deep/changed.go", filepath.Join(g.dir, "link-to-be")); err != nil {
		t.Fatal(err)
	}
	g.commit("two")
	g.git("mv", "sub/deep", "moved")
	g.commit("three")
	return g
}

func TestChangedEqualsGitDiff(t *testing.T) {
	g := variety(t)
	pairs := [][2]string{{"HEAD~2", "HEAD~1"}, {"HEAD~1", "HEAD~2"}, {"HEAD~2", "HEAD"}, {"HEAD", "HEAD"}}
	for _, packed := range []bool{false, true} {
		if packed {
			g.git("gc", "-q")
		}
		for _, folder := range []string{"", "sub"} {
			r := openAt(t, filepath.Join(g.dir, folder))
			for _, pair := range pairs {
				changes, err := r.Changed(context.Background(), pair[0], pair[1])
				if err != nil {
					t.Fatalf("%v: %v", pair, err)
				}
				args := []string{"-C", "./" + folder, "diff", "-z", "--raw", "--no-abbrev", "--no-renames", "--relative", pair[0], pair[1]}
				compareLines(t, fmt.Sprintf("packed %v, folder %q, %v", packed, folder, pair), describe(t, changes, true),
					raw(g.git(args...)))
			}
		}
	}
}

// raw joins each pair of fields of git diff -z --raw.
func raw(out string) []string {
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	var lines []string
	for i := 0; i+1 < len(fields); i += 2 {
		lines = append(lines, fields[i]+"\t"+fields[i+1])
	}
	return lines
}

func TestChangedInWorkTreeEqualsGitDiff(t *testing.T) {
	g := variety(t)
	g.write("same", "other")
	g.write("sub/added.go", "nev") // of the same size
	g.write("untracked.go", "package p")
	if err := os.Remove(filepath.Join(g.dir, "moved/changed.go")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(g.dir, "mode"), 0o644); err != nil {
		t.Fatal(err)
	}
	g.git("rm", "-q", "--cached", "sub0")
	for _, revision := range []string{"HEAD", "HEAD~1", "HEAD~2"} {
		changes, err := g.open().ChangedInWorkTree(context.Background(), revision)
		if err != nil {
			t.Fatalf("%s: %v", revision, err)
		}
		want := g.git("diff", "-z", "--name-status", "--no-renames", revision)
		got := []string{}
		for _, line := range describe(t, changes, true) {
			got = append(got, line[strings.IndexByte(line, '\t')-1:])
		}
		compareLines(t, revision, got, raw(want))
	}
}

func TestContentsOfChanges(t *testing.T) {
	g := newRepo(t)
	g.write("a.go", "one")
	g.commit("one")
	g.write("a.go", "two")
	g.commit("two")
	g.write("a.go", "three")
	r := g.open()
	between, err := r.Changed(context.Background(), "HEAD~1", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	present, err := r.ChangedInWorkTree(context.Background(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range append(between, present...) {
		for _, v := range []*repository.Version{c.Old, c.New} {
			text, err := v.Content()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, c.Path+": "+string(text))
		}
	}
	compareLines(t, "contents", got, []string{"a.go: one", "a.go: two", "a.go: two", "a.go: three"})
}
