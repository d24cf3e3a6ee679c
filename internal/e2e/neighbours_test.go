package e2e_test

import (
	"os"
	"path/filepath"
	"testing"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// A server that hangs in its handshake, one that cannot be started, and one that exits at once are reported
// and do not affect other servers: lists do not wait for the minute that a start may take.
func TestBadNeighbours(t *testing.T) {
	config := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(config, []byte(`{"mcpServers":{
		"hangs":   {"command": "/bin/sleep", "args": ["1000"]},
		"missing": {"command": "no-such-program"},
		"dies":    {"command": "/bin/false"}
	}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--mcp-config", config)
	list, err := s.Tools().ListTools(t.Context(), &toolv1.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	hangs, err := s.Admin().GetServer(t.Context(), &adminv1.GetServerRequest{Name: "hangs"})
	if err != nil {
		t.Fatal(err)
	}
	if hangs.GetServer().GetLastFailure() != nil {
		t.Errorf(
			"GetServer of a server whose start hangs: got %v, want no last failure: the list must not wait for the start",
			hangs,
		)
	}
	for _, tool := range list.GetTools() {
		if tool.GetServer() != "coderef" {
			t.Errorf("got a tool of server %s, want only those of coderef", tool.GetServer())
		}
	}
	if len(list.GetTools()) == 0 {
		t.Error("got no tools, want those of coderef")
	}
	if len(list.GetUnavailableServers()) != 3 {
		t.Errorf("%d unavailable servers, want 3: %v", len(list.GetUnavailableServers()), list.GetUnavailableServers())
	}
	await(t, "the missing program to be parked", func() bool {
		response, err := s.Admin().GetServer(t.Context(), &adminv1.GetServerRequest{Name: "missing"})
		if err != nil {
			t.Fatal(err)
		}
		last := response.GetServer().GetLastFailure()
		if last != nil && last.GetReason() != commonv1.ErrorReason_ERROR_REASON_SERVER_START_FAILED {
			t.Fatalf("last failure %v, want that it cannot be started", last)
		}
		return response.GetServer().GetState() == adminv1.ServerState_SERVER_STATE_PARKED
	})
}
