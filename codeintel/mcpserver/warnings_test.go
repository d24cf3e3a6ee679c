package mcpserver

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestWarningsNameInvalidFiles checks that scan and query name files with syntax errors in a bounded number
// of warnings of bounded length, and that a query names broken configurations, too.
func TestWarningsNameInvalidFiles(t *testing.T) {
	s := connect(t, nil)
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "tsconfig.json"), "{\n  \"compilerOptions\": { \"strct\": true },\n"+
		"  \""+strings.Repeat("é", 400)+"\n}\n")
	for i := range 25 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("broken%02d.ts", i)), "function broken( {\n")
	}
	for _, tool := range []string{"coderef_scan", "coderef_query"} {
		text, isError := callTool(t, s, tool, map[string]any{
			"project_path": dir, "query_type": "calls-me", "target": "formatPrice",
		})
		var response struct{ Warnings []string }
		if err := json.Unmarshal([]byte(text), &response); err != nil || isError {
			t.Fatalf("coderef_query: got %s, tool error %t, want a result", text, isError)
		}
		if len(response.Warnings) != 20 {
			t.Errorf("%s: got %d warnings, want 20", tool, len(response.Warnings))
		}
		for _, w := range response.Warnings {
			if len(w) > 300 {
				t.Errorf("%s: got a warning of %d bytes, want at most 300", tool, len(w))
			}
		}
		all := strings.Join(response.Warnings, "\n")
		got := strings.Contains(all, "tsconfig.json:2: Unknown compiler option 'strct'.")
		if got != (tool == "coderef_query") {
			t.Errorf("%s: got %v for a warning about tsconfig.json, want %v\n%s", tool, got, !got, all)
		}
		if !strings.Contains(all, "broken00.ts:2: ") {
			t.Errorf("%s: got no warning about broken00.ts:2, want one:\n%s", tool, all)
		}
	}
}
