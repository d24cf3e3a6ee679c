package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const handshake = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":` +
	`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// converse serves one input and returns the responses by id: "ok" or the code of the error.
// Responses without an id are under "null".
func converse(t *testing.T, input string) map[string][]string {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(context.Background(), testConfig(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	responses := map[string][]string{}
	for line := range strings.Lines(out.String()) {
		var msg struct {
			ID    json.RawMessage
			Error *struct{ Code int }
		}
		if err := json.Unmarshal([]byte(line), &msg); err != nil {
			t.Fatalf("got output line %q, want JSON", line)
		}
		status := "ok"
		if msg.Error != nil {
			status = fmt.Sprint(msg.Error.Code)
		}
		responses[string(msg.ID)] = append(responses[string(msg.ID)], status)
	}
	return responses
}

// TestRespondsToAllRequestsBeforeEnd checks that every request has a response although the input
// ends right after the requests. It pins go-sdk issue 1061.
func TestRespondsToAllRequestsBeforeEnd(t *testing.T) {
	dir := sample(t)
	var input strings.Builder
	input.WriteString(handshake)
	for i := range 20 {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"coderef_query",`+
			`"arguments":{"project_path":%q,"query_type":"calls-me","target":"formatPrice"}}}`+"\n", i, dir)
	}
	responses := converse(t, strings.TrimSuffix(input.String(), "\n"))
	for i := range 20 {
		if got := responses[fmt.Sprint(i)]; !cmp.Equal(got, []string{"ok"}) {
			t.Errorf("request %d: got %v, want ok", i, got)
		}
	}
}

// TestMalformedLineIsError checks that a line that is not a message has an error as its response,
// and that the session continues. It pins go-sdk issue 1209.
func TestMalformedLineIsError(t *testing.T) {
	for _, tt := range []struct {
		name, line, id, status string
	}{
		{"not JSON", `hello`, "null", "-32700"},
		{"truncated", `{"jsonrpc":"2.0","id":1,`, "null", "-32700"},
		{"number", `42`, "null", "-32600"},
		{"empty batch", `[]`, "null", "-32600"},
		{"no method", `{"jsonrpc":"2.0","id":5}`, "5", "-32600"},
		{"old version", `{"id":6,"method":"ping"}`, "6", "-32600"},
		{"id of a wrong type", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null", "-32600"},
		{"id too large", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, "9007199254740993", "-32600"},
		{"byte order mark", "\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":11,"method":"ping"}`, "11", "ok"},
		{"id a fraction", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "null", "-32600"},
		{"method of a wrong type", `{"jsonrpc":"2.0","id":7,"method":3}`, "7", "-32600"},
		{"unknown method", `{"jsonrpc":"2.0","id":8,"method":"nonsense"}`, "8", "-32601"},
		{"unknown tool", `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nonsense"}}`, "9", "-32602"},
		{"batch", `[{"jsonrpc":"2.0","id":10,"method":"ping"},3]`, "10", "ok"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			responses := converse(t, handshake+tt.line+"\n\n"+`{"jsonrpc":"2.0","id":"after","method":"ping"}`+"\n")
			if got := responses[tt.id]; !cmp.Equal(got, []string{tt.status}) {
				t.Errorf("response to %s: got %v, want %s; all: %v", tt.line, got, tt.status, responses)
			}
			if got := responses[`"after"`]; !cmp.Equal(got, []string{"ok"}) {
				t.Errorf("ping after the line: got %v, want ok; all: %v", got, responses)
			}
		})
	}
}
