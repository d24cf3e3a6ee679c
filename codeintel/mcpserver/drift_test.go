package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestDriftOfExportedIndex exports an index, changes the project, and compares them. One
// element has another name in another file: only its body identifies it.
func TestDriftOfExportedIndex(t *testing.T) {
	s, dir := connect(t, nil), t.TempDir()
	body := "{\n  let sum = 0;\n  for (const n of list) {\n    if (n > 1) sum += n * 2;\n  }\n  return sum;\n}\n"
	writeFile(t, filepath.Join(dir, "a.ts"), "export function total(list: number[]) "+body+
		"export function stays() { return 1; }\n")
	export := map[string]any{"project_path": dir, "format": "json", "output_path": ".coderef/index.json"}
	if text, isError := callTool(t, s, "coderef_export", export); isError {
		t.Fatalf("coderef_export: got tool error %s, want a result", text)
	}
	statuses := func() map[string]string {
		t.Helper()
		text, isError := callTool(t, s, "coderef_drift", map[string]any{"project_path": dir})
		var response struct {
			IndexPath    string `json:"index_path"`
			IndexVersion string `json:"index_version"`
			DriftReport  []struct {
				Status string
				Old    *struct{ Name string }
				New    *struct{ ID string }
			} `json:"drift_report"`
		}
		if err := json.Unmarshal([]byte(text), &response); err != nil || isError ||
			response.IndexPath != ".coderef/index.json" || response.IndexVersion != "3.0.0" {
			t.Fatalf("got %v: %s, want index_path .coderef/index.json and index_version 3.0.0", err, text)
		}
		found := map[string]string{}
		for _, e := range response.DriftReport {
			if e.Old != nil {
				found[e.Old.Name] = e.Status
				if e.New != nil {
					found[e.Old.Name] += " " + e.New.ID
				}
			}
		}
		return found
	}
	if got := statuses(); got["total"] != "unchanged @Fn/a.ts#total" || got["stays"] != "unchanged @Fn/a.ts#stays" {
		t.Errorf("right after the export: got %v, want total and stays unchanged", got)
	}
	if err := os.Remove(filepath.Join(dir, "a.ts")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "a.ts"), "export function stays() { return 1; }\n")
	writeFile(t, filepath.Join(dir, "elsewhere.ts"), "export function addUp(list: number[]) "+body+
		"export function other(x: string) { return x + 1; }\n")
	if got := statuses(); got["total"] != "renamed @Fn/elsewhere.ts#addUp" || got["stays"] != "moved @Fn/a.ts#stays" {
		t.Errorf("after the change: got %v, want total renamed and stays moved", got)
	}
}
