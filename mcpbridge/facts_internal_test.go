package mcpbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/definition"
	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// TestRequestError checks the kind of each error that a request can end with. If the
// server responded, its response determines the kind even after the context has ended.
func TestRequestError(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		want Kind
	}{
		{"error response", t.Context(), &jsonrpc.Error{Code: 1, Message: "m"}, KindRPC},
		{"error response after the end of the context", canceled, &jsonrpc.Error{Code: 1, Message: "m"}, KindRPC},
		{"closing", t.Context(), &jsonrpc.LostError{Err: errClosing}, KindClosed},
		{"closing, with a reason", t.Context(), &jsonrpc.LostError{Err: fmt.Errorf("stop: %w", errClosing)}, KindClosed},
		{"connection lost", t.Context(), &jsonrpc.LostError{Err: io.EOF}, KindServerExited},
		{"connection lost after the end of the context", canceled, &jsonrpc.LostError{Err: io.EOF}, KindServerExited},
		{"too large", t.Context(), jsonrpc.ErrTooLarge, KindResponseTooLarge},
		{"queue full", t.Context(), jsonrpc.ErrQueueFull, KindOverloaded},
		{"violation", t.Context(), jsonrpc.ProtocolError("x"), KindProtocol},
		{"wrapped violation", t.Context(), fmt.Errorf("list: %w", jsonrpc.ProtocolError("x")), KindProtocol},
		{"input required", t.Context(), &session.InputRequiredError{}, KindProtocol},
		{"canceled", canceled, context.Canceled, KindCanceled},
		{"unknown", t.Context(), errors.New("x"), KindInternal},
	} {
		got := requestError(tt.ctx, tt.err)
		if got.Kind != tt.want || !errors.Is(got, tt.err) && tt.want != KindRPC {
			t.Errorf("%s: got %v (kind %d), want kind %d because of %v", tt.name, got, got.Kind, tt.want, tt.err)
		}
		if (got.RPC != nil) != (tt.want == KindRPC) {
			t.Errorf("%s: got RPC error %v, want one: %t", tt.name, got.RPC, tt.want == KindRPC)
		}
	}
}

// TestTransient checks which texts of a tool error suggest another attempt.
func TestTransient(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, raw string
		want      bool
	}{
		{"timeout", `{"content":[{"type":"text","text":"Timeout after 3s"}]}`, true},
		{"timed out", `{"content":[{"type":"text","text":"it TIMED OUT"}]}`, true},
		{"temporary", `{"content":[{"type":"text","text":"temporarily unavailable"}]}`, true},
		{"second block", `{"content":[{"type":"text","text":"failed"},{"type":"text","text":"try again later"}]}`, true},
		{"connection reset", `{"content":[{"type":"text","text":"read: connection reset by peer"}]}`, true},
		{"permanent", `{"content":[{"type":"text","text":"no such file"}]}`, false},
		{"not in a text block", `{"content":[{"type":"image","data":"busy"}],"structuredContent":{"text":"busy"}}`, false},
		{"no content", `{}`, false},
		{"content is null", `{"content":null}`, false},
		{"content is not a list", `{"content":"busy"}`, false},
		{"text is not a string", `{"content":[{"type":"text","text":7}]}`, false},
	} {
		if got := transient(json.RawMessage(tt.raw)); got != tt.want {
			t.Errorf("%s: got transient %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestMetaCarrier: the trace context becomes members of one JSON object, and nothing can
// be read back.
func TestMetaCarrier(t *testing.T) {
	t.Parallel()
	var meta metaCarrier
	meta.Set("traceparent", "00-1-2-01")
	meta.Set(`key "quoted"`, "line\nbreak \\ ä \x00")
	var got map[string]string
	if err := json.Unmarshal([]byte("{"+string(meta)+"}"), &got); err != nil {
		t.Fatalf("got %s: %v", meta, err)
	}
	want := map[string]string{"traceparent": "00-1-2-01", `key "quoted"`: "line\nbreak \\ ä \x00"}
	for key, value := range want {
		if got[key] != value || meta.Get(key) != "" {
			t.Errorf("%s: got %q in %s and %q from Get, want %q and none", key, got[key], meta, meta.Get(key), value)
		}
	}
	if len(got) != len(want) || strings.Contains(string(meta), "\n") || meta.Keys() != nil {
		t.Errorf("got %q with keys %v, want %d members on one line, and no keys", meta, meta.Keys(), len(want))
	}
}

// TestOneLine: line breaks between the tokens of arguments do not end the message, and the
// caller's bytes do not change.
func TestOneLine(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`{"a":1}`:               `{"a":1}`,
		"{\n\"a\"\n:\r\n1\n}\n": "{ \"a\" :\r 1 } ",
		`{"a":"\n"}`:            `{"a":"\n"}`,
		"":                      "",
	} {
		arguments := json.RawMessage(given)
		if got := string(oneLine(arguments)); got != want || string(arguments) != given {
			t.Errorf("%q: got %q, want %q, and the arguments as before: %q", given, got, want, arguments)
		}
	}
}

// TestResourceListsAreEqual: two lists are equal if both were listed and have the same
// definitions, in any order.
func TestResourceListsAreEqual(t *testing.T) {
	t.Parallel()
	list := func(resources, templates string) *resourceList {
		var r, p []json.RawMessage
		for _, uri := range strings.Fields(resources) {
			r = append(r, fmt.Appendf(nil, `{"uri":%q}`, uri))
		}
		for _, text := range strings.Fields(templates) {
			p = append(p, fmt.Appendf(nil, `{"uriTemplate":%q}`, text))
		}
		out, noResource, noTemplate := newResourceList("s", r, p, time.Now())
		if len(noResource)+len(noTemplate) > 0 {
			t.Fatalf("got %v and %v, want no problem", noResource, noTemplate)
		}
		return out
	}
	base := list("r:a r:b", "t:{x}")
	for _, tt := range []struct {
		name  string
		other *resourceList
		want  bool
	}{
		{"same", list("r:a r:b", "t:{x}"), true},
		{"another order", list("r:b r:a", "t:{x}"), true},
		{"fewer resources", list("r:a", "t:{x}"), false},
		{"another resource", list("r:a r:c", "t:{x}"), false},
		{"another template", list("r:a r:b", "t:{y}"), false},
		{"no template", list("r:a r:b", ""), false},
		{"never listed", &resourceList{}, false},
	} {
		if got, reverse := base.equal(tt.other), tt.other.equal(base); got != tt.want || reverse != tt.want {
			t.Errorf("%s: got equal %t and %t, want %t", tt.name, got, reverse, tt.want)
		}
	}
	if (&resourceList{}).equal(&resourceList{}) {
		t.Error("equal of two lists that were never listed = true, want false")
	}
}

// TestReasonsOfUnusableDefinitions: each definition that is omitted has its index, its name and its
// reason.
func TestReasonsOfUnusableDefinitions(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxURIBytes)
	raw := func(texts ...string) (out []json.RawMessage) {
		for _, text := range texts {
			out = append(out, json.RawMessage(text))
		}
		return out
	}
	list, noResource, noTemplate := newResourceList("s",
		raw(`{"uri":"r:a","name":"first"}`, `{"uri":"r:a","name":"again"}`, `{"name":"none"}`,
			`{"uri":"`+long+`","name":"longest"}`, `{"uri":"x`+long+`","name":"long"}`, `7`, `{"uri":7,"name":"number"}`),
		raw(`{"uriTemplate":"t:{x}","name":"first"}`, `{"uriTemplate":"t:{x}","name":"again"}`, `{"name":"none"}`,
			`{"uriTemplate":"x`+long+`","name":"long"}`, `[]`, `{"uriTemplate":"t:{","name":"broken"}`), time.Now())
	type problem struct {
		index int
		name  string
		is    error
		text  string
	}
	for what, lists := range map[string]struct {
		got  []*definition.Error
		want []problem
	}{
		"resources": {noResource, []problem{
			{1, "again", errDuplicate, ""},
			{2, "none", errNoURI, ""},
			{4, "long", errLongURI, ""},
			{5, "", nil, "a JSON number is not allowed here"},
			{6, "number", nil, "a JSON number is not allowed here"},
		}},
		"templates": {noTemplate, []problem{
			{1, "again", errDuplicate, ""},
			{2, "none", errNoTemplate, ""},
			{3, "long", errLongURI, ""},
			{4, "", nil, "a JSON array is not allowed here"},
		}},
	} {
		if len(lists.got) != len(lists.want) {
			t.Errorf("%s: got problems %v, want %d", what, lists.got, len(lists.want))
			continue
		}
		for i, want := range lists.want {
			got := lists.got[i]
			if got.Index != want.index || got.Name != want.name || want.is != nil && !errors.Is(got, want.is) ||
				want.text != "" && got.Error() != want.text {
				t.Errorf("%s: got %d %q: %v, want %d %q: %v%s",
					what, got.Index, got.Name, got, want.index, want.name, want.is, want.text)
			}
		}
	}
	if len(list.resources) != 2 || len(list.templates) != 2 {
		t.Errorf("got %d resources and %d templates, want 2 of each", len(list.resources), len(list.templates))
	}
	if broken := list.byTemplate["t:{"]; broken.Problem == "" || broken.Match("t:a") {
		t.Errorf("got %+v, want a template with a problem, which matches no URI", broken)
	}
}
