package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestOwnIndex exports an index, changes the project, and finds its elements again:
// one under another name in another file by its body alone.
func TestOwnIndex(t *testing.T) {
	s, dir := connect(t, nil), t.TempDir()
	body := "{\n  let sum = 0;\n  for (const n of list) {\n    if (n > 1) sum += n * 2;\n  }\n  return sum;\n}\n"
	writeFile(t, filepath.Join(dir, "a.ts"), "export function total(list: number[]) "+body+"export function stays() { return 1; }\n")
	export := map[string]any{"project_path": dir, "format": "json", "output_path": ".coderef/index.json"}
	if text, isError := call(t, s, "coderef_export", export); isError {
		t.Fatal(text)
	}
	statuses := func() map[string]string {
		t.Helper()
		text, isError := call(t, s, "coderef_drift", map[string]any{"project_path": dir})
		var answer driftAnswer
		if err := json.Unmarshal([]byte(text), &answer); err != nil || isError || answer.IndexPath != ".coderef/index.json" || answer.IndexVersion != "3.0.0" {
			t.Fatalf("%v: %s", err, text)
		}
		found := map[string]string{}
		for _, e := range answer.DriftReport {
			if e.Old != nil {
				found[e.Old.Name] = string(e.Status)
				if e.New != nil {
					found[e.Old.Name] += " " + e.New.ID
				}
			}
		}
		return found
	}
	if got := statuses(); got["total"] != "unchanged @Fn/a.ts#total" || got["stays"] != "unchanged @Fn/a.ts#stays" {
		t.Errorf("right after the export: %v", got)
	}
	if err := os.Remove(filepath.Join(dir, "a.ts")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "a.ts"), "export function stays() { return 1; }\n")
	writeFile(t, filepath.Join(dir, "elsewhere.ts"), "export function addUp(list: number[]) "+body+"export function other(x: string) { return x + 1; }\n")
	if got := statuses(); got["total"] != "renamed @Fn/elsewhere.ts#addUp" || got["stays"] != "moved @Fn/a.ts#stays" {
		t.Errorf("after the change: %v", got)
	}
}
