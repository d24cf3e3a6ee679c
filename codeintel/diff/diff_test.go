package diff

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSidesOfGitDiff makes changes of each kind in a repository and checks that the diff of git, with
// different options, leads from the files of each side to those of the other one.
func TestSidesOfGitDiff(t *testing.T) {
	long := strings.Repeat("line\n", 30)
	before := map[string]string{
		"mod.txt": "a\nb\nc\n" + long + "z\n", "gone.txt": "x\ny\n", "old name.txt": long + "end\n", "same.txt": "s\n",
		"crlf.txt": "a\r\nb\r\nc\r\n", "noeol.txt": "a\nb", "naïve \"q\".txt": "1\n", "dir/tab\tfile": "t\n", "empty.txt": "",
		"bin": "\x00\x01", "a/b/a.txt": "1\n2\n", "dashes.sql": "-- one\n-- two\n++ three\n", "mode.sh": "#!/bin/sh\n",
	}
	after := map[string]string{
		"mod.txt": "a\nB\nc\n" + long + "y\nz\n", "new name.txt": long + "END\n", "same.txt": "s\n", "crlf.txt": "a\r\nB\r\nc\r\n",
		"noeol.txt": "a\nb\nc", "naïve \"q\".txt": "2\n", "dir/tab\tfile": "T\n", "bin": "\x00\x02", "added.txt": "n\n",
		"void.txt": "", "a/b/a.txt": "1\n3\n", "dashes.sql": "-- two\n++ three\n++ four\n", "mode.sh": "#!/bin/sh\n",
	}
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	replace(t, dir, nil, before, 0o644)
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "before")
	replace(t, dir, before, after, 0o755)
	git(t, dir, "add", "-A")
	for _, options := range [][]string{
		nil, {"-U0"}, {"--no-prefix"}, {"--no-renames"}, {"--src-prefix=i/", "--dst-prefix=w/"}, {"--binary"}, {"-U100"},
	} {
		text := git(t, dir, append([]string{"diff", "--cached", "-M"}, options...)...)
		for _, form := range []struct{ name, text string }{
			{"as written", text}, {"converted line ends", crlf(text)},
		} {
			if form.name != "as written" && strings.Contains(text, "\r\n") {
				form.text = crlf(strings.ReplaceAll(text, "\r\n", "\n"))
			}
			name := fmt.Sprint(options, " ", form.name)
			files, err := Parse(form.text)
			if err != nil {
				t.Errorf("%s: got %v, want files", name, err)
				continue
			}
			checkSides(t, name, files, before, after, form.name != "as written")
		}
	}
}

// checkSides checks the texts of all files on disks with each side, and that the diff lists all changed files.
func checkSides(t *testing.T, name string, files []File, before, after map[string]string, converted bool) {
	t.Helper()
	changed := map[string]bool{}
	for path, text := range before {
		if now, ok := after[path]; !ok || now != text {
			changed[path] = true
		}
	}
	for path := range after {
		if _, ok := before[path]; !ok {
			changed[path] = true
		}
	}
	for _, f := range files {
		delete(changed, f.OldPath)
		delete(changed, f.NewPath)
		if f.Binary != (f.Path() == "bin") {
			t.Errorf("%s: %s: got binary %t", name, f.Path(), f.Binary)
		}
		if f.Binary || converted && f.Path() == "crlf.txt" {
			continue
		}
		for _, side := range []Side{New, Old} {
			disk := after
			if side == Old {
				disk = before
			}
			got, gotSide, err := f.Sides(textOf(disk, f.OldPath), textOf(disk, f.NewPath))
			want := Texts{textOf(before, f.OldPath), textOf(after, f.NewPath)}
			if err != nil || gotSide != side && f.Path() != "mode.sh" || !equal(got.Old, want.Old) || !equal(got.New, want.New) {
				t.Errorf("%s: %s: got %s side, old %s, new %s, error %v; want %s side, old %s, new %s", name, f.Path(),
					gotSide, show(got.Old), show(got.New), err, side, show(want.Old), show(want.New))
			}
		}
		other := "neither side\n"
		if _, _, err := f.Sides(&other, &other); err == nil && len(f.fragments) > 0 {
			t.Errorf("%s: %s: got no error for a text that is neither side", name, f.Path())
		}
	}
	if len(changed) > 0 {
		t.Errorf("%s: the diff does not list %v", name, changed)
	}
}

// TestReadsDiffOfOtherPrograms checks the header of diff -ru.
func TestReadsDiffOfOtherPrograms(t *testing.T) {
	for name, header := range map[string]string{
		"two folders": "--- old/src/x.go\t2026-01-01 10:00:00.0 +0000\n+++ new/src/x.go\t2026-01-02 10:00:00.0 +0000\n",
		"git style":   "--- a/src/x.go\n+++ b/src/x.go\n",
		"no prefix":   "--- src/x.go\n+++ src/x.go\n",
	} {
		files, err := Parse("diff -ru old new\n" + header + "@@ -1 +1 @@\n-a\n+b\n")
		if err != nil || len(files) != 1 || files[0].OldPath != "src/x.go" || files[0].NewPath != "src/x.go" {
			t.Errorf("%s: got %+v, error %v, want src/x.go", name, files, err)
		}
	}
}

// TestRejectsMalformedDiffs checks that the error names the line.
func TestRejectsMalformedDiffs(t *testing.T) {
	head := "diff --git a/x b/x\n--- a/x\n+++ b/x\n"
	for _, tt := range []struct {
		name, text string
		line       int
	}{
		{"empty", "", 1},
		{"prose", "fix the bug\nplease\n", 1},
		{"hunk without a file", "\n@@ -1 +1 @@\n-a\n+b\n", 2},
		{"hunk header", head + "@@ -1,x +1 @@\n-a\n+b\n", 4},
		{"truncated hunk", head + "@@ -1,3 +1,3 @@\n a\n-b\n", 4},
		{"line without a mark", head + "@@ -1,2 +1,2 @@\n-a\nb\n+c\n", 6},
		{"merge", "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n", 1},
		{"twice", head + "@@ -1 +1 @@\n-a\n+b\n" + head + "@@ -1 +1 @@\n-b\n+c\n", 7},
		{"outside", "diff --git a/../x b/../x\n--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", 1},
		{"too long", head + "@@ -1 +1 @@\n-a\n+" + strings.Repeat("x", MaxBytes) + "\n", 1},
	} {
		_, err := Parse(tt.text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != tt.line {
			t.Errorf("%s: got %v, want an error at line %d", tt.name, err, tt.line)
		}
	}
}

// FuzzParse checks that a text is an error, or files whose sides lead to each other.
func FuzzParse(f *testing.F) {
	f.Add("diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nc\n")
	f.Add("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n", "a")
	f.Add("diff --git \"a/\\303\\244\" \"b/\\303\\244\"\nnew file mode 100644\n--- /dev/null\n+++ \"b/\\303\\244\"\n@@ -0,0 +1 @@\n+a\r\n", "a\r\n")
	f.Fuzz(func(t *testing.T, text, disk string) {
		files, err := Parse(text)
		var syntax *SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Line < 1) {
			t.Fatalf("got error %v, want a SyntaxError with a line", err)
		}
		for _, file := range files {
			if file.Path() == "" {
				t.Errorf("got %+v, want a path", file)
			}
			texts, side, err := file.Sides(nil, &disk)
			if err != nil || side != New || file.Binary || file.Copied || texts.Old == nil {
				continue
			}
			again, side, err := file.Sides(texts.Old, nil)
			if file.OldPath == file.NewPath || err != nil || side != Old {
				continue
			}
			if !equal(again.New, &disk) {
				t.Errorf("applied to the old side: got %s, want %q", show(again.New), disk)
			}
		}
	})
}

func textOf(files map[string]string, path string) *string {
	if text, ok := files[path]; ok && path != "" {
		return &text
	}
	return nil
}

func equal(a, b *string) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func show(s *string) string {
	if s == nil {
		return "no file"
	}
	return fmt.Sprintf("%q", *s)
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// replace removes the files old from a folder and writes the files now.
func replace(t *testing.T, dir string, old, now map[string]string, mode os.FileMode) {
	t.Helper()
	for path := range old {
		if err := os.Remove(filepath.Join(dir, path)); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range now {
		file := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		permissions := os.FileMode(0o644)
		if path == "mode.sh" {
			permissions = mode
		}
		if err := os.WriteFile(file, []byte(text), permissions); err != nil {
			t.Fatal(err)
		}
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{
		"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.autocrlf=false",
	}, args...)...)
	cmd.Dir = dir
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, problems.String())
	}
	return string(out)
}
