package source

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDecodeReturnsReasonToSkip(t *testing.T) {
	for _, tt := range []struct {
		name, data, reason string
	}{
		{"text", "let a;", ""},
		{"byte order mark", "\xef\xbb\xbflet a;", ""},
		{"NUL in a string", "const separator = \"a\x00b\";", ""},
		{"many NULs", "\x00 \x00 const padded = '\x00\x00'; // \x00", ReasonBinary},
		{"UTF-16", "\xff\xfel\x00e\x00t\x00", ReasonEncoding},
		{"UTF-16 without a mark", "l\x00e\x00t\x00", ReasonBinary},
		{"binary", "\x7fELF\x02\x01\x01\x00\xff", ReasonBinary},
		{"latin 1", "caf\xe9", ReasonEncoding},
		{"compiled", "x();\n//# sourceMappingURL=a.js.map\n", ReasonGenerated},
		{"inline map", "x();\n//# sourceMappingURL=data:application/json;base64,AA==\n", ""},
		{"mentions a map", "//# sourceMappingURL=a.js.map\nx();\n", ""},
		{"too large", strings.Repeat("x", MaxFileBytes+1), ReasonTooLarge},
		{"too deep", strings.Repeat("(", MaxNesting+1), ReasonTooDeep},
		{"long but flat", strings.Repeat("()", MaxNesting+1), ""},
	} {
		if _, reason := Decode([]byte(tt.data)); reason != tt.reason {
			t.Errorf("%s: got reason %q, want %q", tt.name, reason, tt.reason)
		}
	}
}

func TestTreeFindsWantedFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.ts", "a/c.ts", "a/.git/d.ts", "node_modules/e.ts", "f.txt"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"link.ts": "b.ts", "in": "a", "out": t.TempDir(), "gone.ts": "nowhere", "f.md": "f.txt",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skipf("this system does not support symbolic links: %v", err)
		}
	}
	wantTS := func(name string) bool { return strings.HasSuffix(name, ".ts") }
	tree := NewTree(Roots{}, dir, wantTS)
	_, err := tree.Update(context.Background())
	if got, want := paths(tree), []string{"a/c.ts", "b.ts"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got files %v, error %v; want %v", got, err, want)
	}
	want := []LeftOut{
		{Path: "gone.ts", Reason: ReasonBroken},
		{Path: "link.ts", Reason: ReasonSymlink},
		{Path: "out", Reason: ReasonSymlink, Folder: true},
	}
	if !slices.Equal(tree.LeftOut(), want) {
		t.Errorf("got left out %v, want %v", tree.LeftOut(), want)
	}
	_, err = NewTree(Roots{}, filepath.Join(dir, "b.ts"), wantTS).Update(context.Background())
	if !errors.Is(err, ErrNotDirectory) {
		t.Errorf("tree of a file: got %v, want %v", err, ErrNotDirectory)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewTree(Roots{}, dir, wantTS).Update(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("update with a cancelled context: got %v, want %v", err, context.Canceled)
	}
}

func paths(t *Tree) []string {
	var out []string
	for _, f := range t.Files() {
		out = append(out, f.Path)
	}
	return out
}

func TestOnlyRecentStampsAreFresh(t *testing.T) {
	now := time.Now()
	if s := (Stamp{MTime: now.UnixNano()}); !s.Fresh(now) {
		t.Error("a file written now: got Fresh false, want true")
	}
	if s := (Stamp{MTime: now.Add(-time.Second).UnixNano()}); s.Fresh(now) {
		t.Error("a file written a second ago: got Fresh true, want false")
	}
}

// TestUnreadableFolderIsLeftOut uses a path that is longer than the system allows, which even a
// privileged user cannot list.
func TestUnreadableFolderIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	at, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("d", 250)
	for range 20 {
		if err := at.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
		next, err := at.OpenRoot(name)
		if err != nil {
			t.Fatal(err)
		}
		_ = at.Close()
		at = next
	}
	_ = at.Close()
	tree := NewTree(Roots{}, dir, func(string) bool { return true })
	_, err = tree.Update(context.Background())
	left := tree.LeftOut()
	if err != nil || len(left) != 1 || left[0].Reason != ReasonUnreadable || !left[0].Folder {
		t.Errorf("got %d paths left out, error %v; want one unreadable folder", len(left), err)
	}
}
