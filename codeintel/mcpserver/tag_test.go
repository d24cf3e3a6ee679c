package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// TestTagCannotWrite: that nothing could be written is a tool error; that something
// could not, is told beside the rest.
func TestTagCannotWrite(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	locked := filepath.Join(dir, "src/app.ts")
	if err := os.Chmod(locked, 0o444); err != nil {
		t.Fatal(err)
	}
	text, isError := call(t, s, "coderef_tag", map[string]any{"path": locked})
	if !isError || !strings.Contains(text, string(codeWriteFailed)) || !strings.Contains(text, "read-only") {
		t.Errorf("a read-only file: %s", text)
	}
	text, isError = call(t, s, "coderef_tag", map[string]any{"path": locked, "dry_run": true})
	if isError || !strings.Contains(text, `"added":1`) {
		t.Errorf("a dry run: %s", text)
	}
	text, isError = call(t, s, "coderef_tag", map[string]any{"path": dir})
	var answer tagAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil || isError {
		t.Fatal(text)
	}
	if len(answer.Skipped) != 1 || answer.Skipped[0].File != "src/app.ts" || len(answer.Files) != 1 || answer.Files[0].Added != 2 {
		t.Errorf("%s", text)
	}
	if text, _ := call(t, s, "coderef_tag", map[string]any{"path": dir, "verbose": true}); !strings.Contains(text, string(codeWriteFailed)) {
		t.Errorf("what is left cannot be written: %s", text)
	}
}

// TestTagStaysInside: with allowed folders, neither a path nor a link leads out of
// them, and the root of the project is looked for within.
func TestTagStaysInside(t *testing.T) {
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
		if text, isError := call(t, s, "coderef_tag", map[string]any{"path": path}); !isError || !strings.Contains(text, string(codeOutsideRoots)) {
			t.Errorf("%s: %s", path, text)
		}
	}
	text, isError := call(t, s, "coderef_tag", map[string]any{"path": filepath.Join(dir, "src")})
	if isError || !strings.Contains(text, `"root":"`+filepath.Join(dir, "src")+`"`) {
		t.Errorf("root: %s", text)
	}
	for _, d := range []string{"src/app.ts", "src/lib/money.ts"} {
		if data, err := os.ReadFile(filepath.Join(outside, d)); err != nil || strings.Contains(string(data), "@Fn") {
			t.Errorf("%s outside: %s, %v", d, data, err)
		}
	}
}
