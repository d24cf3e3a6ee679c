package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// TestTagReportsUnwritableFiles checks that the call fails if no file can be written, and lists
// the unwritable files as skipped if others can.
func TestTagReportsUnwritableFiles(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	locked := filepath.Join(dir, "src/app.ts")
	if err := os.Chmod(locked, 0o444); err != nil {
		t.Fatal(err)
	}
	text, isError := callTool(t, s, "coderef_tag", map[string]any{"path": locked})
	if !isError || !strings.Contains(text, string(toolerror.WriteFailed)) || !strings.Contains(text, "read-only") {
		t.Errorf("a read-only file: got %s, want %s", text, toolerror.WriteFailed)
	}
	text, isError = callTool(t, s, "coderef_tag", map[string]any{"path": locked, "dry_run": true})
	if isError || !strings.Contains(text, `"added":1`) {
		t.Errorf("a dry run: got %s, want 1 tag added", text)
	}
	text, isError = callTool(t, s, "coderef_tag", map[string]any{"path": dir})
	var response struct {
		Skipped []struct{ File string }
		Files   []struct{ Added int }
	}
	if err := json.Unmarshal([]byte(text), &response); err != nil || isError {
		t.Fatalf("got %v: %s, want a response", err, text)
	}
	if len(response.Skipped) != 1 || response.Skipped[0].File != "src/app.ts" || len(response.Files) != 1 ||
		response.Files[0].Added != 2 {
		t.Errorf("got %s, want src/app.ts skipped and 2 tags added in one file", text)
	}
	text, _ = callTool(t, s, "coderef_tag", map[string]any{"path": dir, "verbose": true})
	if !strings.Contains(text, string(toolerror.WriteFailed)) {
		t.Errorf("a second run: got %s, want %s", text, toolerror.WriteFailed)
	}
}

// TestTagStaysInRoots checks that neither a path nor a symbolic link leads out of the
// roots, and that the project's root lies within them.
func TestTagStaysInRoots(t *testing.T) {
	dir, outside := sample(t), sample(t)
	writeFile(t, filepath.Join(dir, ".git/HEAD"), "ref: refs/heads/main\n")
	roots, err := source.NewRoots([]string{filepath.Join(dir, "src")})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "src/out")); err != nil {
		t.Fatal(err)
	}
	cfg := testConfig()
	cfg.Index = index.Options{Roots: roots}
	s := connectTo(t, cfg, nil, "")
	for _, path := range []string{outside, dir, filepath.Join(dir, "src/out"), filepath.Join(dir, "src/out/src/app.ts")} {
		if text, isError := callTool(t, s, "coderef_tag", map[string]any{"path": path}); !isError ||
			!strings.Contains(text, string(toolerror.OutsideRoots)) {
			t.Errorf("%s: got %s, want %s", path, text, toolerror.OutsideRoots)
		}
	}
	text, isError := callTool(t, s, "coderef_tag", map[string]any{"path": filepath.Join(dir, "src")})
	if isError || !strings.Contains(text, `"root":"`+filepath.Join(dir, "src")+`"`) {
		t.Errorf("got %s, want the root %s/src", text, dir)
	}
	for _, d := range []string{"src/app.ts", "src/lib/money.ts"} {
		if data, err := os.ReadFile(filepath.Join(outside, d)); err != nil || strings.Contains(string(data), "@Fn") {
			t.Errorf("%s outside the roots: got %s, %v, want it unchanged", d, data, err)
		}
	}
}
