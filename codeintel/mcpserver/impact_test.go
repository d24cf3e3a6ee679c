package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// TestImpactAndComplexityErrorsHaveCodes pins the codes of tool errors.
func TestImpactAndComplexityErrorsHaveCodes(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	for _, tt := range []struct {
		name, tool string
		args       map[string]any
		code       toolerror.Code
	}{
		{"missing element", "coderef_impact", map[string]any{}, toolerror.InvalidInput},
		{
			"unknown operation", "coderef_impact",
			map[string]any{"element": "show", "operation": "rename"},
			toolerror.InvalidInput,
		},
		{
			"operation not a string", "coderef_impact",
			map[string]any{"element": "show", "operation": 1},
			toolerror.InvalidInput,
		},
		{"max_depth too small", "coderef_impact", map[string]any{"element": "show", "max_depth": 0}, toolerror.InvalidInput},
		{"max_depth too large", "coderef_impact", map[string]any{"element": "show", "max_depth": 11}, toolerror.InvalidInput},
		{"a folder", "coderef_impact", map[string]any{"element": "src"}, toolerror.ElementAmbiguous},
		{"unknown element", "coderef_impact", map[string]any{"element": "shwo"}, toolerror.ElementNotFound},
		{"option as element", "coderef_complexity", map[string]any{"element": "-rf"}, toolerror.InvalidInput},
		{"limit too large", "coderef_complexity", map[string]any{"element": "show", "limit": 10001}, toolerror.InvalidInput},
		{"unknown folder", "coderef_complexity", map[string]any{"element": "lib/"}, toolerror.ElementNotFound},
		{"above the project", "coderef_complexity", map[string]any{"element": filepath.Dir(dir)}, toolerror.ElementNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, isError := callTool(t, s, tt.tool, merged(map[string]any{"project_path": dir}, tt.args))
			var body struct{ Error toolerror.Error }
			if err := json.Unmarshal([]byte(text), &body); err != nil || !isError || body.Error.Code != tt.code {
				t.Errorf("got %s, want code %s", text, tt.code)
			}
		})
	}
}

// TestCallSucceedsAfterCancelledCall cancels a call at its first progress notification and checks that the
// next call succeeds.
func TestCallSucceedsAfterCancelledCall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	notified := make(chan struct{}, 1000)
	s := connect(t, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) {
			notified <- struct{}{}
			cancel()
		},
	})
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "f.ts"), "export function f() {}\n")
	for i := range 200 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("g%03d.ts", i)),
			fmt.Sprintf("import { f } from './f';\nexport function g%d() { f(); }\n", i))
	}
	args := map[string]any{"project_path": dir, "element": "f.ts#f"}
	params := &mcp.CallToolParams{Name: "coderef_impact", Arguments: args}
	params.SetProgressToken("token")
	if _, err := s.CallTool(ctx, params); err == nil && len(notified) == 0 {
		t.Error("got neither progress nor cancellation, want one of them")
	}
	<-notified
	text, isError := callTool(t, s, "coderef_impact", args)
	var response struct {
		AffectedFiles    int `json:"affected_files"`
		DirectDependents int `json:"direct_dependents"`
	}
	if err := json.Unmarshal([]byte(text), &response); err != nil || isError || response.AffectedFiles != 200 ||
		response.DirectDependents != 200 {
		t.Errorf("after a cancelled call: got %+v, want 200 of each: %.300s", response, text)
	}
}
