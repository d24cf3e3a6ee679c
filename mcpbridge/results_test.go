package mcpbridge_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

func TestResults(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.RetryOnText, sc.Repeatable = true, []string{"busy"}
	b := open(t, sc)
	if result := call(t, b, "", "tool_error", `{}`); !result.IsError {
		t.Error("got IsError false, want true for a tool error")
	}
	_, err := try(b, "error", `{}`)
	var rpc *mcpbridge.RPCError
	if !errors.As(err, &rpc) || rpc.Code != -32000 || rpc.Message != "sorry" || string(rpc.Data) != `{"why":[1]}` {
		t.Errorf(`tool error: got %v, want JSON-RPC error -32000 "sorry" with data {"why":[1]}`, err)
	}
	_, err = try(b, "busy", `{}`)
	var e *mcpbridge.Error
	if !errors.As(err, &e) || e.Kind != mcpbridge.KindTransientResult || !e.SafeToRetry() || !e.Result.IsError {
		t.Errorf(`tool busy: got %s, want "the tool failed transiently", safe to retry, with the result`, describe(err))
	}
	if _, err := try(b, "nothing", `{}`); kindOf(err) != mcpbridge.KindToolNotFound {
		t.Errorf("unknown tool: got %s, want tool not found", describe(err))
	}
	_, err = b.CallTool(t.Context(), mcpbridge.Call{Server: "b", Tool: "echo"})
	if kindOf(err) != mcpbridge.KindServerNotFound {
		t.Errorf("unknown server: got %s, want server not found", describe(err))
	}
	// Line breaks between tokens must not end the message.
	if got := call(t, b, "", "echo", "{\n\"text\":\n\"x\"}"); !strings.Contains(string(got.Raw), `"x"`) {
		t.Errorf(`echo of arguments with line breaks = %s, want the text "x"`, got.Raw)
	}
}
