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
)

// TestWhatFailsIsNamed: a failure that the caller can do something about is no
// internal one, and one that a deleted project explains tells of that.
func TestWhatFailsIsNamed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		err    error
		delete bool
		code   errorCode
	}{
		{"unforeseen", errors.New("boom"), false, codeInternal},
		{"deleted meanwhile", errors.New("walk: no such file"), true, codeProjectNotFound},
		{"refused, and deleted", invalidInput("", "no"), true, codeInvalidInput},
		{"unreadable", fmt.Errorf("walk: %w", fs.ErrPermission), false, codeProjectNotFound},
		{"changing", fmt.Errorf("inspect: %w", index.ErrChanging), false, codeProjectChanging},
		{"changing, and deleted", index.ErrChanging, true, codeProjectNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			shared := &tools{serving: context.Background(), log: testConfig().Logger}
			handler := shared.handle(func(context.Context, arguments, index.Progress) (any, error) {
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
			res, err := handler(context.Background(), &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "coderef_scan", Arguments: raw}})
			if err != nil {
				t.Fatal(err)
			}
			var body struct{ Error toolError }
			if err := json.Unmarshal([]byte(res.Content[0].(*mcp.TextContent).Text), &body); err != nil || body.Error.Code != tt.code {
				t.Errorf("%+v, %v; want %s", body, err, tt.code)
			}
		})
	}
}

// TestCandidates pins what candidates contain: ids that can be used as they are, at most
// 20 of them, with an exact total.
func TestCandidates(t *testing.T) {
	dir := t.TempDir()
	for i := range 25 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("src/f%02d.ts", i)), "export function same() { return 1; }\n")
	}
	writeFile(t, filepath.Join(dir, "near.ts"), "export const samf = 1;\nexport const samfoo = 1;\n")
	s := connect(t, nil)
	for _, tt := range []struct {
		name, target       string
		code               errorCode
		first, last        string
		candidates, totals int
	}{
		{"ambiguous", "same", codeElementAmbiguous, "@Fn/src/f00.ts#same", "@Fn/src/f19.ts#same", 20, 25},
		{"folder", "src", codeElementAmbiguous, "@File/src/f00.ts", "@File/src/f19.ts", 20, 25},
		{"similar", "samff", codeElementNotFound, "@V/near.ts#samf", "@Fn/src/f17.ts#same", 20, 27},
		{"nothing similar", "nothing", codeElementNotFound, "", "", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := map[string]any{"project_path": dir, "query_type": "calls-me", "target": tt.target}
			text, _ := call(t, s, "coderef_query", args)
			var body struct{ Error toolError }
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
				if text, isError := call(t, s, "coderef_query", args); isError {
					t.Errorf("candidate %s: got %s, want a result", id, text)
				}
			}
		})
	}
}
