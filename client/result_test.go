package client_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

type total struct {
	Total int `json:"total"`
}

func TestStructured(t *testing.T) {
	for _, test := range []struct {
		name, json string
		want       string // of Structured; empty: an error
		text       string
	}{
		{"structured", `{"content":[{"type":"text","text":"t"}],"structuredContent":{"total": 1}}`, `{"total": 1}`, "t"},
		{"JSON as text", `{"content":[{"type":"text","text":" {\"total\":1}\n"}]}`, `{"total":1}`, " {\"total\":1}\n"},
		{"an array as text", `{"content":[{"type":"text","text":"[1]"}],"structuredContent":null}`, `[1]`, "[1]"},
		{"prose", `{"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}`, "", "a\nb"},
		{"a number as text", `{"content":[{"type":"text","text":"1"}]}`, "", "1"},
		{"half of an object", `{"content":[{"type":"text","text":"{"}]}`, "", "{"},
		{"two blocks", `{"content":[{"type":"text","text":"{}"},{"type":"text","text":"{}"}]}`, "", "{}\n{}"},
		{"nothing", `{}`, "", ""},
		{"not an MCP result", `[]`, "", ""},
	} {
		r := &client.Result{JSON: []byte(test.json)}
		got, err := r.Structured()
		if string(got) != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: got %s and error %v, want %s", test.name, got, err, test.want)
		}
		if got := r.Text(); got != test.text {
			t.Errorf("%s: got text %q, want %q", test.name, got, test.text)
		}
	}
}

func TestCallStructured(t *testing.T) {
	respond := func(json string, isError bool) *client.Client {
		return serve(t, tool(chunk(json), result(&toolv1.CallToolResponse{IsError: isError})))
	}
	call := client.Call{Tool: "x"}
	seven := respond(`{"structuredContent":{"total":7}}`, false)
	got, r, err := client.CallStructured[total](soon(t), seven, call)
	if err != nil || got.Total != 7 || r.Info == nil {
		t.Errorf("got %+v, %+v and error %v, want total 7", got, r, err)
	}

	const toolError = `{"content":[{"type":"text","text":"no such project"}],"structuredContent":{"total":7}}`
	got, r, err = client.CallStructured[total](soon(t), respond(toolError, true), call)
	var toolErr *client.ToolError
	if !errors.As(err, &toolErr) || toolErr.Tool != "x" || err.Error() != "tool x: no such project" {
		t.Fatalf(`a tool error: got error %v, want "tool x: no such project"`, err)
	}
	if r == nil || got.Total != 0 {
		t.Errorf("a tool error: got %+v, result %+v and error %v, want a zero value and a result", got, r, err)
	}
	var described total
	if err := toolErr.Result.Decode(&described); err != nil || described.Total != 7 {
		t.Errorf("Decode of a tool error: got %+v and error %v, want total 7", described, err)
	}

	_, r, err = client.CallStructured[total](soon(t), respond(`{"content":[]}`, false), call)
	if !errors.Is(err, client.ErrNoStructuredContent) || r == nil {
		t.Errorf(
			"no structured content: got %+v and error %v, want a result and %v",
			r, err, client.ErrNoStructuredContent,
		)
	}
	got, r, err = client.CallStructured[total](soon(t), respond(`{"structuredContent":{"total":"x"}}`, false), call)
	if err == nil || r == nil || got.Total != 0 {
		t.Errorf("another type: got %+v, result %+v and error %v, want a zero value, a result and an error", got, r, err)
	}

	failed := &fake{callTool: func(int, *toolv1.StreamCallToolRequest, callStream) error {
		return failure(codes.NotFound, "TOOL_NOT_FOUND", nil)
	}}
	_, r, err = client.CallStructured[total](soon(t), serve(t, failed), call)
	if status.Code(err) != codes.NotFound || r != nil {
		t.Errorf("a call failure: got %+v and error %v, want NOT_FOUND", r, err)
	}
}

func TestToolErrorText(t *testing.T) {
	text := func(s string) string { return `{"content":[{"type":"text","text":"` + s + `"}]}` }
	for json, want := range map[string]string{
		`{}`:                                 "tool : reported an error without text",
		text(strings.Repeat("ä", 800)):       "tool : " + strings.Repeat("ä", 500) + "…",
		text("a" + strings.Repeat("ä", 800)): "tool : a" + strings.Repeat("ä", 499) + "…",
	} {
		got := (&client.ToolError{Result: &client.Result{JSON: []byte(json)}}).Error()
		if got != want || !utf8.ValidString(got) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
