package session

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// TestCheckResult: isError counts in both eras, the type of the result only in the modern one.
func TestCheckResult(t *testing.T) {
	t.Parallel()
	const notObject = "the result is not an object"
	for _, tt := range []struct {
		name, result   string
		isError        bool
		legacy, modern string // the errors
	}{
		{name: "empty", result: `{}`},
		{name: "tool error", result: `{"isError":true,"content":[]}`, isError: true},
		{name: "not a tool error", result: `{"isError":false}`},
		{name: "isError of a wrong type", result: `{"isError":"true"}`},
		{name: "isError within the content", result: `{"content":[{"isError":true}],"structuredContent":{"isError":true}}`},
		{name: "spaces", result: " { \"isError\" :\ttrue } ", isError: true},
		{name: "complete", result: `{"resultType":"complete","isError":true}`, isError: true},
		{name: "unknown type", result: `{"resultType":"x"}`, modern: `the result has the unknown resultType "\"x\""`},
		{name: "null as type", result: `{"resultType":null}`, modern: `the result has the unknown resultType "null"`},
		{
			name: "long type", result: `{"resultType":"` + strings.Repeat("x", 200) + `"}`,
			modern: `the result has the unknown resultType "\"` + strings.Repeat("x", 63) + `"`,
		},
		{
			name: "input required", result: `{"resultType":"input_required","isError":true}`, isError: true,
			modern: "the server requires the client to repeat the call with the requestState of the result",
		},
		{
			name: "input required, methods", modern: "the server requires input from the client: elicitation/create, roots/list",
			result: `{"resultType":"input_required","inputRequests":` +
				`{"1":{"method":"roots/list"},"2":{"method":"elicitation/create"},"3":{"method":"roots/list"}}}`,
		},
		{
			name: "input required, unreadable", result: `{"resultType":"input_required","inputRequests":[1]}`,
			modern: "the server requires the client to repeat the call with the requestState of the result",
		},
		{name: "array", result: `[]`, legacy: notObject, modern: notObject},
		{name: "trailing data", result: `{} {}`, legacy: notObject, modern: notObject},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for era, want := range map[bool]string{false: tt.legacy, true: tt.modern} {
				isError, err := (&Session{info: Info{Modern: era}}).checkResult([]byte(tt.result))
				got := ""
				if err != nil {
					got = err.Error()
				}
				if got != want || isError != (tt.isError && want == "") {
					t.Errorf("modern %t: got tool error %t, error %q, want %t, %q", era, isError, got, tt.isError && want == "", want)
				}
			}
		})
	}
}

// TestMetaIsNotShared: the members of _meta of one call are not written over by another call.
func TestMetaIsNotShared(t *testing.T) {
	t.Parallel()
	s := &Session{meta: append(make([]byte, 0, 1000), `"s":0`...), info: Info{Modern: true}}
	first := s.callMeta([]byte(`"k":1`), false)
	second := s.callMeta([]byte(`"k":2`), true)
	if want := `"s":0,"k":1`; string(first) != want {
		t.Errorf("got %s, want %s", first, want)
	}
	if want := `"s":0,"io.modelcontextprotocol/logLevel":"info","k":2`; string(second) != want {
		t.Errorf("got %s, want %s", second, want)
	}
	if want := `"s":0`; string(s.meta) != want {
		t.Errorf("the session has %s, want %s", s.meta, want)
	}
}

// FuzzCheckResult compares with encoding/json.
func FuzzCheckResult(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"isError":true}`, `{"isError":true,"isError":false}`, `{"resultType":"complete"}`, `{"resultType": "x"}`,
		`{"resultType":"input_required","inputRequests":{"a":{"method":"m"}}}`, `[]`,
		`{"a":[{"isError":true}]}`, `{"isError":1`,
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, raw []byte, modern bool) {
		isError, err := (&Session{info: Info{Modern: modern}}).checkResult(raw)
		if isError && err != nil {
			t.Errorf("checkResult(%q): got a tool error and error %v, want one of them", raw, err)
		}
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) != nil || members == nil || strings.Contains(string(raw), `\`) {
			t.Skip("not an object, or names with escapes, which are not compared")
		}
		resultType := string(members["resultType"])
		switch {
		case !modern || members["resultType"] == nil || resultType == `"complete"`:
			if want := string(members["isError"]) == "true"; isError != want || err != nil {
				t.Errorf("got tool error %t, error %v, want %t, none", isError, err, want)
			}
		case resultType == `"input_required"`:
			if _, ok := errors.AsType[*InputRequiredError](err); !ok {
				t.Errorf("got error %v, want an InputRequiredError", err)
			}
		default:
			if _, ok := errors.AsType[jsonrpc.ProtocolError](err); !ok {
				t.Errorf("got error %v, want a ProtocolError", err)
			}
		}
	})
}

// FuzzQuote: any string becomes one JSON string without a line break.
func FuzzQuote(f *testing.F) {
	for _, seed := range []string{"", "a", "\"\\\n\r\x00", "\xff\xed\xa0\x80", "\u2028é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quoted := quote([]byte("x:"), s)
		raw, ok := strings.CutPrefix(string(quoted), "x:")
		if !ok || strings.ContainsAny(raw, "\r\n") {
			t.Errorf("got %q, want one line that begins with x:", quoted)
		}
		var got string
		if err := json.Unmarshal([]byte(raw), &got); err != nil || got != string([]rune(s)) {
			t.Errorf("got %q, error %v, want %q", got, err, string([]rune(s)))
		}
	})
}
