package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// childVariable makes the test binary an MCP server. Its value is the folder of the marks.
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

// mark writes to a named pipe of the folder, which the test has opened.
func mark(folder, name string) error {
	pipe, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = pipe.WriteString("\n")
	return errors.Join(err, pipe.Close())
}

// marks are the named pipes through which a child process reports its calls.
type marks struct {
	folder            string
	called, cancelled *os.File
}

func newMarks(t *testing.T) *marks {
	t.Helper()
	folder := t.TempDir()
	return &marks{
		folder: folder, called: namedPipe(t, filepath.Join(folder, "called")),
		cancelled: namedPipe(t, filepath.Join(folder, "cancelled")),
	}
}

// forgetCalls drops the marks of earlier calls.
func (m *marks) forgetCalls(t *testing.T) {
	t.Helper()
	if err := os.Remove(m.called.Name()); err != nil {
		t.Fatal(err)
	}
	m.called = namedPipe(t, m.called.Name())
}

// namedPipe creates a pipe and opens both ends, so that neither writers nor the test wait for the other end.
func namedPipe(t *testing.T, path string) *os.File {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pipe.Close() })
	return pipe
}

// awaitLine reads the next line from a pipe.
func awaitLine(t *testing.T, pipe *os.File) string {
	t.Helper()
	if err := pipe.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	var line []byte
	for {
		b := make([]byte, 1)
		if _, err := pipe.Read(b); err != nil {
			t.Fatal(err)
		}
		if b[0] == '\n' {
			return string(line)
		}
		line = append(line, b[0])
	}
}

// startHanging starts the service with the hanging server, in which one call may
// be in flight, and returns its marks.
func startHanging(t *testing.T) (*service, *marks) {
	t.Helper()
	return startHangingAs(t, "hangs")
}

// startHangingAs is startHanging with a name for the hanging server.
func startHangingAs(t *testing.T, name string) (*service, *marks) {
	t.Helper()
	m := newMarks(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	config, err := json.Marshal(map[string]any{
		// On a busy machine, the service's status needs time to arrive before the client's own.
		"deadlines": map[string]any{"reserve": "1s"},
		"servers": map[string]any{
			name: map[string]any{"command": self, "env": map[string]string{childVariable: m.folder}, "max_in_flight": 1},
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
	return s, m
}
