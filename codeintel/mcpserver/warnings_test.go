package mcpserver

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestWarnings: both tools name what is broken, in a bounded number of bounded
// lines; a query names configurations too.
func TestWarnings(t *testing.T) {
	s := connect(t, nil)
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "tsconfig.json"), "{\n  \"compilerOptions\": { \"strct\": true },\n  \""+strings.Repeat("é", 400)+"\n}\n")
	for i := range 25 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("broken%02d.ts", i)), "function broken( {\n")
	}
	for _, tool := range []string{"coderef_scan", "coderef_query"} {
		text, isError := callTool(t, s, tool, map[string]any{"project_path": dir, "query_type": "calls-me", "target": "formatPrice"})
		var answer struct{ Warnings []string }
		if err := json.Unmarshal([]byte(text), &answer); err != nil || isError {
			t.Fatal(text)
		}
		if len(answer.Warnings) != 20 {
			t.Errorf("%s: %d warnings", tool, len(answer.Warnings))
		}
		for _, w := range answer.Warnings {
			if len(w) > 300 {
				t.Errorf("%s: a warning of %d bytes", tool, len(w))
			}
		}
		all := strings.Join(answer.Warnings, "\n")
		if got := strings.Contains(all, "tsconfig.json:2: Unknown compiler option 'strct'."); got != (tool == "coderef_query") {
			t.Errorf("%s: configuration named: %v\n%s", tool, got, all)
		}
		if !strings.Contains(all, "broken00.ts:2: ") {
			t.Errorf("%s: syntax error not named:\n%s", tool, all)
		}
	}
}
