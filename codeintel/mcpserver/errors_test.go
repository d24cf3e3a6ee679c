package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
		code   string
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
			var body struct{ Error refusal }
			if err := json.Unmarshal([]byte(res.Content[0].(*mcp.TextContent).Text), &body); err != nil || body.Error.Code != tt.code {
				t.Errorf("%+v, %v; want %s", body, err, tt.code)
			}
		})
	}
}
