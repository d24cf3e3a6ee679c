package mcpbridge_test

import (
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

func TestCallTool(t *testing.T) {
	b := open(t, faulty(t, "a", "normal"))
	got := call(t, b, "", "echo", `{"text":"hello"}`)
	if want := `{"content":[{"type":"text","text":"hello"}]}`; string(got.Raw) != want {
		t.Errorf("result = %s, want %s", got.Raw, want)
	}
	if got.Server != "a" || got.ProtocolVersion != "2025-11-25" || got.IsError {
		t.Errorf(
			`echo: got server %q, protocol version %q, tool error %t, want server "a", version "2025-11-25", no tool error`,
			got.Server, got.ProtocolVersion, got.IsError,
		)
	}
	status, err := b.Server("a")
	if err != nil || status.State != mcpbridge.StateReady || status.ServerName != "fault" {
		t.Errorf(`Server("a") = %+v, error %v, want the state ready and the server name "fault"`, status, err)
	}
}
