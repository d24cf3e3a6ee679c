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
		t.Errorf("result = %+v", got)
	}
	status, err := b.Server("a")
	if err != nil || status.State != mcpbridge.StateReady || status.ServerName != "fault" {
		t.Errorf("status = %+v, %v", status, err)
	}
}
