package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const handshake = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// converse serves one input to its end and returns the answers by id; answers
// without an id are listed under "null".
func converse(t *testing.T, input string) map[string][]string {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(context.Background(), testConfig(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	answers := map[string][]string{}
	for line := range strings.Lines(out.String()) {
		var msg struct {
			ID    json.RawMessage
			Error *struct{ Code int }
		}
		if err := json.Unmarshal([]byte(line), &msg); err != nil {
			t.Fatalf("output line is no JSON: %q", line)
		}
		verdict := "ok"
		if msg.Error != nil {
			verdict = fmt.Sprint(msg.Error.Code)
		}
		answers[string(msg.ID)] = append(answers[string(msg.ID)], verdict)
	}
	return answers
}

// TestEndOfInput: every request is answered although the input ends right
// behind it. Pins go-sdk issue 1061.
func TestEndOfInput(t *testing.T) {
	dir := sample(t)
	var input strings.Builder
	input.WriteString(handshake)
	for i := range 20 {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"coderef_query","arguments":{"project_path":%q,"query_type":"calls-me","target":"formatPrice"}}}`+"\n", i, dir)
	}
	answers := converse(t, strings.TrimSuffix(input.String(), "\n"))
	for i := range 20 {
		if got := answers[fmt.Sprint(i)]; !cmp.Equal(got, []string{"ok"}) {
			t.Errorf("request %d: %v", i, got)
		}
	}
}

// TestMalformedLines: what is no message is answered and skipped. Pins go-sdk
// issue 1209.
func TestMalformedLines(t *testing.T) {
	for _, tt := range []struct {
		name, line, id, verdict string
	}{
		{"no JSON", `hello`, "null", "-32700"},
		{"cut off", `{"jsonrpc":"2.0","id":1,`, "null", "-32700"},
		{"number", `42`, "null", "-32600"},
		{"empty batch", `[]`, "null", "-32600"},
		{"no method", `{"jsonrpc":"2.0","id":5}`, "5", "-32600"},
		{"old version", `{"id":6,"method":"ping"}`, "6", "-32600"},
		{"id of a wrong type", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null", "-32600"},
		{"id a fraction", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "null", "-32600"},
		{"method of a wrong type", `{"jsonrpc":"2.0","id":7,"method":3}`, "7", "-32600"},
		{"unknown method", `{"jsonrpc":"2.0","id":8,"method":"nonsense"}`, "8", "-32601"},
		{"unknown tool", `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nonsense"}}`, "9", "-32602"},
		{"batch", `[{"jsonrpc":"2.0","id":10,"method":"ping"},3]`, "10", "ok"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			answers := converse(t, handshake+tt.line+"\n\n"+`{"jsonrpc":"2.0","id":"after","method":"ping"}`+"\n")
			if got := answers[tt.id]; !cmp.Equal(got, []string{tt.verdict}) {
				t.Errorf("answer to %s: %v, want %s; all: %v", tt.line, got, tt.verdict, answers)
			}
			if got := answers[`"after"`]; !cmp.Equal(got, []string{"ok"}) {
				t.Errorf("the session did not survive: %v", answers)
			}
		})
	}
}

func TestDuplicateID(t *testing.T) {
	c := &conn{out: io.Discard, open: map[jsonrpc.ID]bool{}}
	msgs, _ := decode([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if !c.admit(msgs[0]) || c.admit(msgs[0]) {
		t.Error("a second request with an open id must not be admitted")
	}
}

func TestReadLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("short\n"+strings.Repeat("x", 100)+"\nnext\nlast"), 16)
	var got []string
	for {
		line, err := readLine(r, 50)
		switch {
		case errors.Is(err, errLineTooLong):
			got = append(got, "too long")
			continue
		case errors.Is(err, io.EOF):
			if diff := cmp.Diff([]string{"short\n", "too long", "next\n", "last"}, got); diff != "" {
				t.Error(diff)
			}
			return
		case err != nil:
			t.Fatal(err)
		}
		got = append(got, string(line))
	}
}

// FuzzDecode: whatever a line holds, it is a message, a refusal or nothing.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `[{}]`, `[`, `{"jsonrpc":"2.0","id":null}`, ` `, `"x"`, `[[]]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		msgs, bad := decode(line)
		if len(bytes.TrimSpace(line)) > 0 && len(msgs)+len(bad) == 0 {
			t.Errorf("%q vanished", line)
		}
		for _, m := range msgs {
			if _, err := jsonrpc.EncodeMessage(m); err != nil {
				t.Errorf("%q: cannot be encoded again: %v", line, err)
			}
		}
		for _, b := range bad {
			if b.id != nil && !json.Valid(b.id) {
				t.Errorf("%q: refused with id %q", line, b.id)
			}
		}
	})
}

// FuzzCursor: a cursor is refused or stands for an offset it could have been
// made from.
func FuzzCursor(f *testing.F) {
	key := pageKey("tool", "args")
	f.Add(encodeCursor(key, 10), 100)
	f.Add("", 5)
	f.Add("AAAA", 5)
	f.Fuzz(func(t *testing.T, cursor string, total int) {
		total &= 0xffff
		offset, err := decodeCursor(cursor, key, total)
		if err != nil || cursor == "" {
			return
		}
		if offset <= 0 || offset >= total || encodeCursor(key, offset) != cursor {
			t.Errorf("cursor %q gave offset %d of %d", cursor, offset, total)
		}
	})
}
