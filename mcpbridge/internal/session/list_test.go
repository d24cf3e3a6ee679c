package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

func joined(items []json.RawMessage) string {
	var out []string
	for _, item := range items {
		out = append(out, string(item))
	}
	return strings.Join(out, " ")
}

// TestListTools lists the tools of servers whose pages have various forms.
func TestListTools(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		pages  []reply
		want   string // the items
		failed func(error) bool
		text   string
	}{
		{name: "one page", pages: say(`"result":{"tools":[{"name":"a"},{"name":"b"}]}`), want: `{"name":"a"} {"name":"b"}`},
		{
			name: "several pages, one of them empty",
			pages: say(
				`"result":{"tools":[1],"nextCursor":"x"}`, `"result":{"tools":[],"nextCursor":""}`, `"result":{"tools":[2]}`,
			),
			want: "1 2",
		},
		{
			name: "items as they were sent", pages: say(`"result":{"tools":[ {"n": 1.10,"u":"\u00e9"} ,7]}`),
			want: `{"n": 1.10,"u":"\u00e9"} 7`,
		},
		{name: "without the list", pages: say(`"result":{"_meta":{}}`)},
		{name: "null as list", pages: say(`"result":{"tools":null}`)},
		{name: "null as cursor", pages: say(`"result":{"tools":[1],"nextCursor":null}`), want: "1"},
		{
			name: "not a list", pages: say(`"result":{"tools":{"a":1}}`),
			failed: is[jsonrpc.ProtocolError](), text: "tools/list: the result has no list of tools",
		},
		{
			name: "cursor of a wrong type", pages: say(`"result":{"tools":[],"nextCursor":7}`),
			failed: is[jsonrpc.ProtocolError](), text: "tools/list: ",
		},
		{
			name:   "failure of a later page",
			pages:  say(`"result":{"tools":[1],"nextCursor":"x"}`, `"error":{"code":-32602,"message":"m"}`),
			failed: rpcError(-32602), text: "tools/list: ",
		},
		{
			name: "input required", pages: say(`"result":{"resultType":"input_required","tools":[1]}`),
			failed: is[*session.InputRequiredError](), text: "tools/list: ",
		},
		{
			name: "connection lost between pages", pages: say(`"result":{"tools":[1],"nextCursor":"x"}`, hangUp),
			failed: is[*jsonrpc.LostError](), text: "tools/list: ",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, _ := open(t, modern(`"tools":{}`), map[string][]reply{"tools/list": tt.pages})
				items, err := s.ListTools(t.Context())
				if tt.failed != nil {
					if err == nil || !tt.failed(err) || !strings.HasPrefix(err.Error(), tt.text) || items != nil {
						t.Errorf("got items %s, error %v, want no items, an error that begins with %q", joined(items), err, tt.text)
					}
					return
				}
				if got := joined(items); got != tt.want || err != nil {
					t.Errorf("got %s, error %v, want %s", got, err, tt.want)
				}
			})
		})
	}
}

// TestListSendsTheCursor: a cursor comes back to the server unchanged, and the first request
// has none.
func TestListSendsTheCursor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, legacy(`"tools":{}`), map[string][]reply{
			"tools/list": say(`"result":{"nextCursor":"a\"\\\n\u00e9"}`, `"result":{"nextCursor":""}`, `"result":{}`),
		})
		if _, err := s.ListTools(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range p.received() {
			var m struct{ Params struct{ Cursor *string } }
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			cursor, err := json.Marshal(m.Params.Cursor)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(cursor))
		}
		if want := []string{"null", `"a\"\\\né"`, `""`}; !slices.Equal(got, want) {
			t.Errorf("got cursors %s, want %s", got, want)
		}
	})
}

// TestListWithoutCapability: nothing is requested that a server did not declare.
func TestListWithoutCapability(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, legacy(""), nil)
		tools, err := s.ListTools(t.Context())
		if tools != nil || err != nil {
			t.Errorf("got tools %s, error %v, want none", joined(tools), err)
		}
		resources, templates, err := s.ListResources(t.Context())
		if resources != nil || templates != nil || err != nil {
			t.Errorf("got resources %s, templates %s, error %v, want none", joined(resources), joined(templates), err)
		}
		if got := p.methods(); got != "" {
			t.Errorf("the server received %s, want nothing", got)
		}
	})
}

// TestEndlessList: a list that does not end fails after a bounded number of pages and bytes.
func TestEndlessList(t *testing.T) {
	t.Parallel()
	pages := func(n int, format string) []reply {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf(format, i))
		}
		return say(out...)
	}
	filler := strings.Repeat("x", 8<<20)
	for _, tt := range []struct {
		name     string
		pages    []reply
		requests int
	}{
		{"same cursor", say(`"result":{"tools":[],"nextCursor":"x"}`), 2},
		{"cycle of cursors", pages(3, `"result":{"tools":[],"nextCursor":"%d"}`), 4},
		{"always another cursor", pages(1100, `"result":{"tools":[],"nextCursor":"%d"}`), 1000},
		{"large pages", pages(20, `"result":{"tools":["`+filler+`"],"nextCursor":"%d"}`), 8},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, p := open(t, modern(`"tools":{}`), map[string][]reply{"tools/list": tt.pages})
				items, err := s.ListTools(t.Context())
				const want = "tools/list: the list is too long or repeats a cursor"
				if !is[jsonrpc.ProtocolError]()(err) || err.Error() != want || items != nil {
					t.Errorf("got %d items, error %v, want none, %s", len(items), err, want)
				}
				if n := len(p.received()); n != tt.requests {
					t.Errorf("got %d requests, want %d", n, tt.requests)
				}
			})
		})
	}
}

// TestListResources: a server may have only one of the two lists.
func TestListResources(t *testing.T) {
	t.Parallel()
	const internalError = `"error":{"code":-32603,"message":"m"}`
	for _, tt := range []struct {
		name, resources, templates string
		wantResources              string
		wantTemplates              string
		text                       string // of the error
	}{
		{"both", `"result":{"resources":[1]}`, `"result":{"resourceTemplates":[2]}`, "1", "2", ""},
		{"no templates", `"result":{"resources":[1]}`, unknownMethod, "1", "", ""},
		{"only templates", unknownMethod, `"result":{"resourceTemplates":[2]}`, "", "2", ""},
		{"neither", unknownMethod, unknownMethod, "", "", ""},
		{"list of the other kind", `"result":{"resourceTemplates":[2]}`, `"result":{"resources":[1]}`, "", "", ""},
		{"resources fail", internalError, `"result":{"resourceTemplates":[2]}`, "", "", "resources/list: "},
		{"templates fail", `"result":{"resources":[1]}`, internalError, "", "", "resources/templates/list: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, _ := open(t, legacy(`"resources":{}`), map[string][]reply{
					"resources/list": say(tt.resources), "resources/templates/list": say(tt.templates),
				})
				resources, templates, err := s.ListResources(t.Context())
				if joined(resources) != tt.wantResources || joined(templates) != tt.wantTemplates {
					t.Errorf("got %s and %s, want %s and %s",
						joined(resources), joined(templates), tt.wantResources, tt.wantTemplates)
				}
				if (err != nil) != (tt.text != "") || (err != nil && !strings.HasPrefix(err.Error(), tt.text)) {
					t.Errorf("got error %v, want %q", err, tt.text)
				}
			})
		})
	}
}

// TestListIsCanceledBetweenPages: the end of the context ends a list, and the server learns
// which request is no longer awaited.
func TestListIsCanceledBetweenPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, legacy(`"tools":{}`), map[string][]reply{
			"tools/list": say(`"result":{"tools":[1],"nextCursor":"x"}`, ""),
		})
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := s.ListTools(ctx)
			failed <- err
		}()
		if got := p.methods(); got != "tools/list tools/list" {
			t.Errorf("the server received %s, want tools/list twice", got)
		}
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v, want %v", err, context.Canceled)
		}
		want := `"notifications/cancelled","params":{"requestId":4,`
		if got := strings.Join(p.received(), "\n"); !strings.Contains(got, want) {
			t.Errorf("the server received %s, want %s", got, want)
		}
	})
}
