package mcpbridge_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestMisbehaviour runs the rows of the misbehaviour table against one child. A
// row without a want is answered well in the end; after each of them the session
// still works.
func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	ok, protocol := mcpbridge.Kind(-1), mcpbridge.KindProtocol
	tests := []struct {
		tool  string
		want  mcpbridge.Kind
		raw   string                      // part of the result
		count func(c *mcpbridge.Counters) // adds what the row counts
	}{
		{"row_noise", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.NoiseLines += 7 }},
		{"row_bom_crlf", ok, `"ok":true`, nil},
		{"row_blank", ok, `"ok":true`, nil},
		{"row_pretty", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.NoiseLines += 4 }},
		{"row_two_on_a_line", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.UnknownNotifications++ }},
		{"row_batch", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.UnknownNotifications++ }},
		{"row_utf8", ok, "\xff", nil},
		{"row_no_version", ok, `"ok":true`, nil},
		{"row_wrong_version", protocol, "", nil},
		{"row_unknown_id", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.StrayAnswers++ }},
		{"row_duplicate", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.StrayAnswers++ }},
		{"row_string_id", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.StrayAnswers++ }},
		{"row_float_id", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.StrayAnswers += 2 }},
		{"row_object_id", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.StrayAnswers++ }},
		{"row_null_id", mcpbridge.KindRPC, "", func(c *mcpbridge.Counters) { c.StrayAnswers++ }},
		{"row_both", protocol, "", nil},
		{"row_neither", protocol, "", nil},
		{"row_null_result", protocol, "", nil},
		{"row_string_code", protocol, "", nil},
		{"row_unknown_content", ok, `{"type":"hologram","z":1}`, nil},
		{"row_no_content", ok, `{"ok":true}`, nil},
		{"row_vendor", ok, `{"z":1, "ok":true,"a":12345678901234567890,"f":1.50}`, nil},
		{"row_deep", protocol, "", nil},
		{"row_bad_notification", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.UnknownNotifications++; c.NoiseLines++ }},
		{"row_duplicate_member", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.NoiseLines++ }},
		{"row_broken_json", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.NoiseLines++ }},
		{"row_answer_to_no_request", ok, `"ok":true`, func(c *mcpbridge.Counters) { c.StrayAnswers++ }},
		{"type_task", ok, `"resultType":"task"`, nil}, // legacy: no such member, passed through
	}
	b := open(t, faulty(t, "a", "banner"))
	call(t, b, "", "echo", `{}`)
	for _, tt := range tests {
		t.Run(tt.tool, func(t *testing.T) {
			want := counters(t, b)
			want.Calls += 2
			if tt.count != nil {
				tt.count(&want)
			}
			result, err := try(b, tt.tool, `{}`)
			if kind := kindOf(err); kind != tt.want {
				t.Errorf("error = %v (kind %d), want kind %d", err, kind, tt.want)
			}
			if err == nil && !strings.Contains(string(result.Raw), tt.raw) {
				t.Errorf("result = %s, want %s in it", result.Raw, tt.raw)
			}
			call(t, b, "", "echo", `{}`) // and everything before it has been read
			if got := counters(t, b); got != want {
				t.Errorf("counters = %+v\nwant       %+v", got, want)
			}
		})
	}
}

func TestModernResultType(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "modern"))
	if result := call(t, b, "", "type_complete", `{}`); result.ProtocolVersion != "2026-07-28" {
		t.Errorf("version = %s", result.ProtocolVersion)
	}
	if _, err := try(b, "type_task", `{}`); kindOf(err) != mcpbridge.KindProtocol {
		t.Errorf("unknown resultType: %v", err)
	}
	_, err := try(b, "type_input", `{}`)
	if kindOf(err) != mcpbridge.KindProtocol || !strings.Contains(err.Error(), "elicitation/create") {
		t.Errorf("input_required: %v", err)
	}
	// "The client MUST NOT write JSON-RPC responses": ask waits for them in vain.
	if _, err := tryFor(b, 100*time.Millisecond, "ask", `{}`); kindOf(err) != mcpbridge.KindDeadlineExceeded {
		t.Errorf("ask: %v", err)
	}
	if c := counters(t, b); c.RefusedRequests != 2 {
		t.Errorf("refused = %d, want 2", c.RefusedRequests)
	}
}

func TestServerRequests(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	got := string(call(t, b, "", "ask", `{}`).Raw)
	for _, want := range []string{`{} `, `{\"code\":-32601,\"message\":\"method not found\"}`} {
		if !strings.Contains(got, want) {
			t.Errorf("the child was told %s, want %s in it", got, want)
		}
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	sc := faulty(t, "a", "normal")
	sc.RetryOnText, sc.Repeatable = true, []string{"busy"}
	b := open(t, sc)
	if result := call(t, b, "", "no", `{}`); !result.IsError {
		t.Error("isError is lost")
	}
	_, err := try(b, "error", `{}`)
	var rpc *mcpbridge.RPCError
	if !errors.As(err, &rpc) || rpc.Code != -32000 || rpc.Message != "sorry" || string(rpc.Data) != `{"why":[1]}` {
		t.Errorf("error = %v", err)
	}
	_, err = try(b, "busy", `{}`)
	var e *mcpbridge.Error
	if !errors.As(err, &e) || e.Kind != mcpbridge.KindTransientResult || !e.SafeToRetry() || !e.Result.IsError {
		t.Errorf("transient: %v", err)
	}
	if _, err := try(b, "nothing", `{}`); kindOf(err) != mcpbridge.KindToolNotFound {
		t.Errorf("unknown tool: %v", err)
	}
	_, err = b.CallTool(t.Context(), mcpbridge.Call{Server: "b", Tool: "echo"})
	if kindOf(err) != mcpbridge.KindServerNotFound {
		t.Errorf("unknown server: %v", err)
	}
	// Line breaks between tokens must not end the line.
	if got := call(t, b, "", "echo", "{\n\"text\":\n\"x\"}"); !strings.Contains(string(got.Raw), `"x"`) {
		t.Errorf("result = %s", got.Raw)
	}
}

// kindOf returns the kind of an error, -1 for none.
func kindOf(err error) mcpbridge.Kind {
	var e *mcpbridge.Error
	switch {
	case err == nil:
		return -1
	case errors.As(err, &e):
		return e.Kind
	}
	return -2
}

// asError returns the *Error in err, or fails the test.
func asError(t testing.TB, err error) *mcpbridge.Error {
	t.Helper()
	var e *mcpbridge.Error
	if !errors.As(err, &e) {
		t.Fatalf("error = %v, want an *Error", err)
	}
	return e
}

func try(b *mcpbridge.Bridge, tool, args string) (*mcpbridge.Result, error) {
	return tryFor(b, 30*time.Second, tool, args)
}

func tryFor(b *mcpbridge.Bridge, d time.Duration, tool, args string) (*mcpbridge.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return b.CallTool(ctx, mcpbridge.Call{Tool: tool, Arguments: []byte(args)})
}

func counters(t testing.TB, b *mcpbridge.Bridge) mcpbridge.Counters {
	t.Helper()
	return b.Servers()[0].Counters
}
