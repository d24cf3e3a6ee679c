package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// TestFailuresHaveCodes checks that a failure that the caller can correct is not INTERNAL,
// and that a failure caused by a deleted project is PROJECT_NOT_FOUND.
func TestFailuresHaveCodes(t *testing.T) {
	for _, tt := range []struct {
		name   string
		err    error
		delete bool
		code   toolerror.Code
	}{
		{"unexpected", errors.New("boom"), false, toolerror.Internal},
		{"deleted during the call", errors.New("walk: no such file"), true, toolerror.ProjectNotFound},
		{"invalid input, and deleted", toolerror.Invalid("", "no"), true, toolerror.InvalidInput},
		{"unreadable", fmt.Errorf("walk: %w", fs.ErrPermission), false, toolerror.ProjectNotFound},
		{"changing", fmt.Errorf("inspect: %w", index.ErrChanging), false, toolerror.ProjectChanging},
		{"changing, and deleted", index.ErrChanging, true, toolerror.ProjectNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			runner := &call.Runner{Serving: context.Background(), Log: testConfig().Logger}
			handler := toolHandler(runner, source.Roots{}, func(context.Context, arguments.Values, index.Progress) (any, error) {
				if tt.delete {
					if err := os.Remove(dir); err != nil {
						t.Fatal(err)
					}
				}
				return nil, tt.err
			})
			raw, err := json.Marshal(map[string]string{"project_path": dir})
			if err != nil {
				t.Fatal(err)
			}
			res, err := handler(context.Background(),
				&mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "coderef_scan", Arguments: raw}})
			if err != nil {
				t.Fatal(err)
			}
			var body struct{ Error toolerror.Error }
			if err := json.Unmarshal([]byte(res.Content[0].(*mcp.TextContent).Text), &body); err != nil ||
				body.Error.Code != tt.code {
				t.Errorf("got %+v, %v, want code %s", body, err, tt.code)
			}
		})
	}
}

// TestCandidatesAreUsableIDs checks that candidates are ids which a query accepts, that there are
// at most 20, and that their total is exact.
func TestCandidatesAreUsableIDs(t *testing.T) {
	dir := t.TempDir()
	for i := range 25 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("src/f%02d.ts", i)), "export function same() { return 1; }\n")
	}
	writeFile(t, filepath.Join(dir, "near.ts"), "export const samf = 1;\nexport const samfoo = 1;\n")
	s := connect(t, nil)
	for _, tt := range []struct {
		name, target       string
		code               toolerror.Code
		first, last        string
		candidates, totals int
	}{
		{"ambiguous", "same", toolerror.ElementAmbiguous, "@Fn/src/f00.ts#same", "@Fn/src/f19.ts#same", 20, 25},
		{"folder", "src", toolerror.ElementAmbiguous, "@File/src/f00.ts", "@File/src/f19.ts", 20, 25},
		{"similar", "samff", toolerror.ElementNotFound, "@V/near.ts#samf", "@Fn/src/f17.ts#same", 20, 27},
		{"nothing similar", "nothing", toolerror.ElementNotFound, "", "", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := map[string]any{"project_path": dir, "query_type": "calls-me", "target": tt.target}
			text, _ := callTool(t, s, "coderef_query", args)
			var body struct{ Error toolerror.Error }
			if err := json.Unmarshal([]byte(text), &body); err != nil {
				t.Fatal(err)
			}
			got := body.Error
			if got.Code != tt.code || len(got.Candidates) != tt.candidates || got.CandidatesTotal != tt.totals {
				t.Fatalf("got %s, want code %s, %d candidates of %d", text, tt.code, tt.candidates, tt.totals)
			}
			if tt.candidates == 0 {
				return
			}
			if got.Candidates[0] != tt.first || got.Candidates[tt.candidates-1] != tt.last {
				t.Errorf("got candidates %v, want %s to %s", got.Candidates, tt.first, tt.last)
			}
			for _, id := range got.Candidates {
				args := map[string]any{"project_path": dir, "query_type": "calls-me", "target": id}
				if text, isError := callTool(t, s, "coderef_query", args); isError {
					t.Errorf("candidate %s: got %s, want a result", id, text)
				}
			}
		})
	}
}
