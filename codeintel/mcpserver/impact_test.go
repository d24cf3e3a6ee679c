package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestToolErrorsOfChanges: impact and complexity name what is wrong.
func TestToolErrorsOfChanges(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	for _, tt := range []struct {
		name, tool string
		args       map[string]any
		code       errorCode
	}{
		{"no element", "coderef_impact", map[string]any{}, codeInvalidInput},
		{"unknown operation", "coderef_impact", map[string]any{"element": "show", "operation": "rename"}, codeInvalidInput},
		{"operation no text", "coderef_impact", map[string]any{"element": "show", "operation": 1}, codeInvalidInput},
		{"too near", "coderef_impact", map[string]any{"element": "show", "max_depth": 0}, codeInvalidInput},
		{"too far", "coderef_impact", map[string]any{"element": "show", "max_depth": 11}, codeInvalidInput},
		{"a folder", "coderef_impact", map[string]any{"element": "src"}, codeElementAmbiguous},
		{"unknown element", "coderef_impact", map[string]any{"element": "shwo"}, codeElementNotFound},
		{"option as element", "coderef_complexity", map[string]any{"element": "-rf"}, codeInvalidInput},
		{"too many functions", "coderef_complexity", map[string]any{"element": "show", "limit": 10001}, codeInvalidInput},
		{"unknown folder", "coderef_complexity", map[string]any{"element": "lib/"}, codeElementNotFound},
		{"above the project", "coderef_complexity", map[string]any{"element": filepath.Dir(dir)}, codeElementNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, isError := call(t, s, tt.tool, merged(map[string]any{"project_path": dir}, tt.args))
			var body struct{ Error toolError }
			if err := json.Unmarshal([]byte(text), &body); err != nil || !isError || body.Error.Code != tt.code {
				t.Errorf("got %s, want code %s", text, tt.code)
			}
		})
	}
}

// TestCancelledImpact cancels a call at its first progress notification; the next
// one is not disturbed.
func TestCancelledImpact(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told := make(chan struct{}, 1000)
	s := connect(t, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) {
			told <- struct{}{}
			cancel()
		},
	})
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "f.ts"), "export function f() {}\n")
	for i := range 200 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("g%03d.ts", i)), fmt.Sprintf("import { f } from './f';\nexport function g%d() { f(); }\n", i))
	}
	args := map[string]any{"project_path": dir, "element": "f.ts#f"}
	params := &mcp.CallToolParams{Name: "coderef_impact", Arguments: args}
	params.SetProgressToken("token")
	if _, err := s.CallTool(ctx, params); err == nil && len(told) == 0 {
		t.Error("neither progress nor cancellation")
	}
	<-told
	text, isError := call(t, s, "coderef_impact", args)
	var answer impactAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil || isError || answer.AffectedFiles != 200 || answer.DirectDependents != 200 {
		t.Errorf("after a cancelled call: %d files, %.300s", answer.AffectedFiles, text)
	}
}
