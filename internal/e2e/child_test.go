package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// childVariable makes the test binary an MCP server. Its value is the folder in which the server leaves
// marks.
const childVariable = "E2E_CHILD"

// serveChild serves tools that misbehave: hang and tools of coderef-mcp never respond,
// reject returns a JSON-RPC error, exit ends the process.
func serveChild(folder string) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "hangs", Version: "1"}, nil)
	for _, name := range []string{"hang", "coderef_scan", "coderef_tag"} {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				if err := mark(folder, "called"); err != nil {
					return nil, err
				}
				<-ctx.Done() // notifications/cancelled ends the wait
				if err := mark(folder, "cancelled"); err != nil {
					return nil, err
				}
				return nil, ctx.Err()
			})
	}
	server.AddTool(&mcp.Tool{Name: "reject", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, &jsonrpc.Error{
				Code: jsonrpc.CodeInvalidParams, Message: "rejected", Data: json.RawMessage(`{"n":1}`),
			}
		})
	server.AddTool(&mcp.Tool{Name: "exit", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			os.Exit(3)
			return nil, nil //nolint:nilnil // not reached
		})
	return server.Run(context.Background(), &mcp.StdioTransport{})
}

func mark(folder, name string) error { return os.WriteFile(filepath.Join(folder, name), nil, 0o600) }

// marked reports whether the child process left the mark.
func marked(folder, name string) bool {
	_, err := os.Stat(filepath.Join(folder, name))
	return err == nil
}

// startHanging starts the service with the hanging server, in which one call may
// be in flight, and returns the folder of its marks.
func startHanging(t *testing.T) (*service, string) {
	t.Helper()
	return startHangingAs(t, "hangs")
}

// startHangingAs is startHanging with a name for the hanging server.
func startHangingAs(t *testing.T, name string) (*service, string) {
	t.Helper()
	folder := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	config, err := json.Marshal(map[string]any{
		// On a busy machine, the service's status needs time to arrive before the client's own.
		"deadlines": map[string]any{"reserve": "1s"},
		"servers": map[string]any{
			name: map[string]any{"command": self, "env": map[string]string{childVariable: folder}, "max_in_flight": 1},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "coderefd.yaml") // JSON is YAML
	if err := os.WriteFile(file, config, 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--config", file)
	s.awaitHealth(t, "mcp.server/"+name)
	return s, folder
}
