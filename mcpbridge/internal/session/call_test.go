package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

func ignore([]byte) {}

// modernMeta are the members of _meta of every request to a modern server.
const modernMeta = `"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientCapabilities":{},` +
	`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"0"}`

// TestCallToolRequest: the request has the name, the arguments as they were given, and the
// members of _meta of the session and of the call.
func TestCallToolRequest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		server map[string][]reply
		call   session.ToolCall
		params string
	}{
		{name: "legacy", server: legacy(""), call: session.ToolCall{Name: "a"}, params: `{"name":"a"}`},
		{
			name: "name with quotes and a line break", server: legacy(""), call: session.ToolCall{Name: "a\"\n\xff"},
			params: `{"name":"a\"\n` + "\uFFFD" + `"}`,
		},
		{
			name: "arguments", server: legacy(""), call: session.ToolCall{Name: "a", Arguments: []byte(`{"n": 1.10}`)},
			params: `{"name":"a","arguments":{"n": 1.10}}`,
		},
		{
			name: "meta of the call", server: legacy(""), call: session.ToolCall{Name: "a", Meta: []byte(`"k":1`)},
			params: `{"name":"a","_meta":{"k":1}}`,
		},
		{
			name: "progress", server: legacy(""), call: session.ToolCall{Name: "a", Meta: []byte(`"k":1`), OnProgress: ignore},
			params: `{"name":"a","_meta":{"k":1,"progressToken":3}}`,
		},
		{
			name: "logs without the capability", server: legacy(""), call: session.ToolCall{Name: "a", OnLog: ignore},
			params: `{"name":"a"}`,
		},
		{
			name: "modern", server: modern(""), call: session.ToolCall{Name: "a"},
			params: `{"name":"a","_meta":{` + modernMeta + `}}`,
		},
		{
			name: "modern with logs", server: modern(""), call: session.ToolCall{Name: "a", OnLog: ignore},
			params: `{"name":"a","_meta":{` + modernMeta + `,"io.modelcontextprotocol/logLevel":"info"}}`,
		},
		{
			name: "modern with everything", server: modern(""),
			call: session.ToolCall{
				Name: "a", Arguments: []byte(`{}`), Meta: []byte(`"k":1`), OnLog: ignore, OnProgress: ignore,
			},
			params: `{"name":"a","arguments":{},"_meta":{` + modernMeta +
				`,"io.modelcontextprotocol/logLevel":"info","k":1,"progressToken":2}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, p := open(t, tt.server, map[string][]reply{"tools/call": say(emptyResult)})
				out, isError, err := s.CallTool(t.Context(), tt.call)
				if string(out.Result) != "{}" || isError || err != nil {
					t.Errorf("got result %s, tool error %t, error %v, want {}, false, none", out.Result, isError, err)
				}
				want := `"method":"tools/call","params":` + tt.params + `}`
				if got := p.received(); len(got) != 1 || !strings.HasSuffix(got[0], want) {
					t.Errorf("got %q, want one request with %s", got, want)
				}
			})
		})
	}
}

// TestCallFails: the outcome of a failed call reports whether the server may have executed it.
func TestCallFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		members string
		failed  func(error) bool
		text    string
	}{
		{"error response", `"error":{"code":-32602,"message":"no such tool"}`, rpcError(-32602), "no such tool"},
		{"connection lost", hangUp, is[*jsonrpc.LostError](), ""},
		{"no response", "", func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }, ""},
		{"unknown type of result", `"result":{"resultType":"later"}`, is[jsonrpc.ProtocolError](), `resultType "\"later\""`},
		{"input required", `"result":{"resultType":"input_required"}`, is[*session.InputRequiredError](), "requestState"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, _ := open(t, modern(""), map[string][]reply{
					"tools/call": say(tt.members), "resources/read": say(tt.members),
				})
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				out, isError, err := s.CallTool(ctx, session.ToolCall{Name: "a"})
				if err == nil || !tt.failed(err) || !strings.Contains(err.Error(), tt.text) || isError || !out.Sent {
					t.Errorf("got sent %t, tool error %t, error %v, want true, false, %q", out.Sent, isError, err, tt.text)
				}
				if tt.members == hangUp {
					return
				}
				ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				out, err = s.ReadResource(ctx, "u", nil)
				if err == nil || !tt.failed(err) || !strings.Contains(err.Error(), tt.text) || !out.Sent {
					t.Errorf("read: got sent %t, error %v, want true, %q", out.Sent, err, tt.text)
				}
			})
		})
	}
}

// TestLogsAreRequestedOnce: a legacy server gets logging/setLevel with the first call that
// wants logs, whether it accepts the request or not.
func TestLogsAreRequestedOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		setLevel []reply
	}{
		{"accepted", say(emptyResult)},
		{"refused", say(unknownMethod)},
		{"no response", say("")},
		{"late response", []reply{{emptyResult, time.Minute}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, p := open(t, legacy(`"logging":{}`), map[string][]reply{
					"logging/setLevel": tt.setLevel, "tools/call": say(emptyResult),
				})
				for _, want := range []string{"logging/setLevel tools/call", "tools/call"} {
					if _, _, err := s.CallTool(t.Context(), session.ToolCall{Name: "a", OnLog: ignore}); err != nil {
						t.Errorf("got error %v, want none", err)
					}
					if got := p.methods(); got != want {
						t.Errorf("the server received %s, want %s", got, want)
					}
				}
				time.Sleep(2 * time.Minute) //nolint:forbidigo // virtual time
				synctest.Wait()
				if n := p.counters.StrayResponses.Load(); n != 0 {
					t.Errorf("got %d stray responses, want a late one at most", n)
				}
			})
		})
	}
}

// TestLogsAreNotRequested: without need for logs, the level of a server does not change.
func TestLogsAreNotRequested(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, legacy(`"logging":{}`), map[string][]reply{"tools/call": say(emptyResult)})
		if _, _, err := s.CallTool(t.Context(), session.ToolCall{Name: "a", OnProgress: ignore}); err != nil {
			t.Error(err)
		}
		if got := p.methods(); got != "tools/call" {
			t.Errorf("the server received %s, want tools/call", got)
		}
	})
}

// TestLogsDoNotDelayOtherCalls: while one call waits for the response to logging/setLevel,
// the others are sent.
func TestLogsDoNotDelayOtherCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, legacy(`"logging":{}`), map[string][]reply{"tools/call": say(emptyResult)})
		var calls sync.WaitGroup
		call := func() {
			if _, _, err := s.CallTool(t.Context(), session.ToolCall{Name: "a", OnLog: ignore}); err != nil {
				t.Error(err)
			}
		}
		calls.Go(call)
		if got := p.methods(); got != "logging/setLevel" {
			t.Errorf("the server received %s, want logging/setLevel", got)
		}
		calls.Go(call)
		if got := p.methods(); got != "tools/call" {
			t.Errorf("the server received %s, want the second call", got)
		}
		calls.Wait()
		if got := p.methods(); got != "tools/call" {
			t.Errorf("the server received %s, want the first call", got)
		}
	})
}

// TestLogsAreRequestedAgain: a request that the server did not receive is repeated with the
// next call.
func TestLogsAreRequestedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, legacy(`"logging":{}`), map[string][]reply{
			"logging/setLevel": say(emptyResult), "tools/call": say(emptyResult), "ping": say(stopReading),
		})
		go func() { _ = s.Ping(t.Context()) }()
		synctest.Wait()
		for range 4 { // one blocks the writer, two wait
			_ = p.conn.Notify("notifications/filler", nil)
			synctest.Wait()
		}
		_, _, err := s.CallTool(t.Context(), session.ToolCall{Name: "a", OnLog: ignore})
		close(p.resume)
		if !errors.Is(err, jsonrpc.ErrQueueFull) {
			t.Errorf("got error %v, want %v", err, jsonrpc.ErrQueueFull)
		}
		p.received()
		if _, _, err := s.CallTool(t.Context(), session.ToolCall{Name: "a", OnLog: ignore}); err != nil {
			t.Errorf("got error %v, want none", err)
		}
		if got := p.methods(); got != "logging/setLevel tools/call" {
			t.Errorf("the server received %s, want logging/setLevel tools/call", got)
		}
	})
}

// TestPing: the method depends on the era, and a ping that is given up is not canceled.
func TestPing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		server map[string][]reply
		method string
	}{
		{"legacy", legacy(""), "ping"},
		{"modern", modern(""), "server/discover"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, p := open(t, tt.server, nil)
				p.mu.Lock()
				p.replies[tt.method] = say(emptyResult, `"error":{"code":-1,"message":"m"}`, "")
				p.mu.Unlock()
				if err := s.Ping(t.Context()); err != nil {
					t.Errorf("got error %v, want none", err)
				}
				if err := s.Ping(t.Context()); !rpcError(-1)(err) {
					t.Errorf("got error %v, want that of the server", err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if err := s.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got error %v, want %v", err, context.DeadlineExceeded)
				}
				if got, want := p.methods(), tt.method+" "+tt.method+" "+tt.method; got != want {
					t.Errorf("the server received %s, want %s", got, want)
				}
			})
		})
	}
}

// TestListen: the subscription names the lists that the server declared, ends with its
// response, and is canceled with its context.
func TestListen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, capabilities, want string }{
		{"tools", `"tools":{"listChanged":true},"resources":{}`, `{"toolsListChanged":true}`},
		{"resources", `"tools":{},"resources":{"listChanged":true}`, `{"resourcesListChanged":true}`},
		{
			name: "both", capabilities: `"tools":{"listChanged":true},"resources":{"listChanged":true}`,
			want: `{"toolsListChanged":true,"resourcesListChanged":true}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, p := open(t, modern(tt.capabilities), map[string][]reply{"subscriptions/listen": say(emptyResult, "")})
				if err := s.Listen(t.Context()); err != nil {
					t.Errorf("got error %v, want none", err)
				}
				want := `"params":{"notifications":` + tt.want + `,"_meta"`
				if got := p.received(); len(got) != 1 || !strings.Contains(got[0], want) {
					t.Errorf("got %q, want one request with %s", got, want)
				}
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan error, 1)
				go func() { ended <- s.Listen(ctx) }()
				synctest.Wait()
				cancel()
				if err := <-ended; !errors.Is(err, context.Canceled) {
					t.Errorf("got error %v, want %v", err, context.Canceled)
				}
				if got, want := p.methods(), "subscriptions/listen notifications/cancelled"; got != want {
					t.Errorf("the server received %s, want %s", got, want)
				}
			})
		})
	}
}

// TestNotificationsPrecedeTheResult: a call returns after its progress and logs were
// delivered, in the order of the server.
func TestNotificationsPrecedeTheResult(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, p := open(t, modern(""), nil)
		var got []string
		record := func(kind string) func([]byte) {
			return func(params []byte) { got = append(got, kind+string(params)) }
		}
		done := make(chan error, 1)
		go func() {
			_, _, err := s.CallTool(t.Context(), session.ToolCall{Name: "a", OnProgress: record("p"), OnLog: record("l")})
			done <- err
		}()
		p.received()
		p.send(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}`)
		p.send(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}`)
		p.send(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":2}}`)
		p.send(`{"jsonrpc":"2.0","id":2,"result":{}}`)
		if err := <-done; err != nil {
			t.Error(err)
		}
		want := []string{
			`p{"progressToken":2,"progress":1}`, `l{"level":"info","data":1}`, `p{"progressToken":2,"progress":2}`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
