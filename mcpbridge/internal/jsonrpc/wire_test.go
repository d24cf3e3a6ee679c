package jsonrpc

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// pipePeer is the other end of a Conn over two pipes of the operating system, as a child
// process has them.
type pipePeer struct {
	conn *Conn
	in   *bufio.Reader // the peer's stdin
	out  *os.File      // the peer's stdout

	mu     sync.Mutex
	noise  []string
	noted  []string // method and params of each notification that OnNotification got
	closed sync.Once
}

func newPipePeer(t testing.TB) *pipePeer {
	t.Helper()
	stdin, ourEnd, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	theirEnd, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := &pipePeer{in: bufio.NewReader(stdin), out: stdout}
	p.conn = NewConn(Config{
		Stdin: ourEnd, Stdout: theirEnd, MaxLineBytes: 16 << 10, MaxDepth: 4, MaxQueue: 16,
		Stall: time.Minute, Counters: new(Counters),
		OnNoise: func(line []byte) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.noise = append(p.noise, string(line))
		},
		OnNotification: func(method string, params []byte) bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.noted = append(p.noted, method+" "+string(params))
			return method == "notifications/known"
		},
	})
	t.Cleanup(func() {
		p.conn.Close(io.EOF)
		p.hangUp()
		_ = stdin.Close()
		p.conn.Ended()
	})
	return p
}

// hangUp closes the peer's output.
func (p *pipePeer) hangUp() { p.closed.Do(func() { _ = p.out.Close() }) }

// say writes lines as they are.
func (p *pipePeer) say(t testing.TB, lines ...string) {
	t.Helper()
	if _, err := io.WriteString(p.out, strings.Join(lines, "\n")+"\n"); err != nil {
		t.Errorf("the peer cannot write: %v", err)
	}
}

// hear returns the next line that the peer receives, without its end.
func (p *pipePeer) hear(t testing.TB) string {
	t.Helper()
	line, err := p.in.ReadString('\n')
	if err != nil {
		t.Errorf("the peer received %q, error %v, want a line", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// call sends a request in the background. When call returns, the peer has received the
// request; wait returns its outcome.
func (p *pipePeer) call(ctx context.Context, t testing.TB, req Request) (wait func() (Outcome, error)) {
	t.Helper()
	type ended struct {
		out Outcome
		err error
	}
	done := make(chan ended, 1)
	go func() {
		out, err := p.conn.Call(ctx, req)
		done <- ended{out, err}
	}()
	p.hear(t)
	return func() (Outcome, error) {
		e := <-done
		return e.out, e.err
	}
}

// counted returns the counters that are not 0.
func (p *pipePeer) counted() map[string]uint64 {
	c := p.conn.cfg.Counters
	counts := map[string]uint64{
		"noise": c.NoiseLines.Load(), "oversized": c.OversizedMessages.Load(), "stray": c.StrayResponses.Load(),
		"late": c.LateResponses.Load(), "cancellations": c.Cancellations.Load(),
		"dropped progress": c.DroppedProgress.Load(), "refused": c.RefusedRequests.Load(),
		"unknown": c.UnknownNotifications.Load(), "dropped responses": c.DroppedResponses.Load(),
	}
	for name, n := range counts {
		if n == 0 {
			delete(counts, name)
		}
	}
	return counts
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestResponse checks how a call ends, depending on the lines that the peer sends during
// it.
func TestResponse(t *testing.T) {
	t.Parallel()
	const ok = `{"jsonrpc":"2.0","id":1,"result":{"ok":true}}`
	type counts = map[string]uint64
	long := strings.Repeat("x", 20<<10) // above MaxLineBytes
	for _, tt := range []struct {
		name    string
		lines   []string
		failure string // the error; empty: the result is {"ok":true}
		counted counts
		noise   []string
	}{
		{name: "result", lines: []string{ok}},
		{
			name:  "spaces and empty lines",
			lines: []string{"", " \t ", ` { "jsonrpc" : "2.0", "id" : 1, "result" : {"ok":true} } ` + "\r"},
		},
		{name: "byte order mark", lines: []string{"\xEF\xBB\xBF" + ok}},
		{name: "id after the result", lines: []string{`{"result":{"ok":true},"id":1,"jsonrpc":"2.0"}`}},
		{name: "no version", lines: []string{`{"id":1,"result":{"ok":true}}`}},
		{name: "unknown member", lines: []string{`{"jsonrpc":"2.0","id":1,"x":[],"result":{"ok":true}}`}},
		{
			name: "another version", lines: []string{`{"jsonrpc":"1.0","id":1,"result":{"ok":true}}`},
			failure: "the response is not JSON-RPC 2.0",
		},
		{
			name: "nested too deeply", lines: []string{`{"jsonrpc":"2.0","id":1,"result":{"a":[[[[]]]]}}`},
			failure: "the response is nested too deeply",
		},
		{
			name:    "result and error",
			lines:   []string{`{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}`},
			failure: "the response has both a result and an error",
		},
		{
			name: "neither result nor error", lines: []string{`{"jsonrpc":"2.0","id":1}`},
			failure: "the response has neither a result nor an error",
		},
		{
			name: "result is an array", lines: []string{`{"jsonrpc":"2.0","id":1,"result":[]}`},
			failure: "the result is not an object",
		},
		{
			name: "result is null", lines: []string{`{"jsonrpc":"2.0","id":1,"result":null}`},
			failure: "the result is not an object",
		},
		{
			name: "error", lines: []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no","data":[1]}}`},
			failure: "JSON-RPC error -32000: no",
		},
		{
			name: "error without a message", lines: []string{`{"jsonrpc":"2.0","id":1,"error":{"code":5}}`},
			failure: "JSON-RPC error 5: ",
		},
		{
			name: "error without a code", lines: []string{`{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}`},
			failure: "the error member has no integer code",
		},
		{
			name:    "error with a fraction as code",
			lines:   []string{`{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}}`},
			failure: "the error member has no integer code",
		},
		{
			name: "error is a string", lines: []string{`{"jsonrpc":"2.0","id":1,"error":"no"}`},
			failure: "the error member has no integer code",
		},
		{
			name:    "error without an id",
			lines:   []string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}`},
			failure: "JSON-RPC error -32700: parse", counted: counts{"stray": 1},
			noise: []string{`{"code":-32700,"message":"parse"}`},
		},
		{
			name: "result without an id", lines: []string{`{"jsonrpc":"2.0","id":null,"result":{}}`, ok},
			counted: counts{"stray": 1},
		},
		{
			name: "ids that were not assigned",
			lines: []string{
				`{"jsonrpc":"2.0","id":"1","result":{}}`, `{"jsonrpc":"2.0","id":1.0,"result":{}}`,
				`{"jsonrpc":"2.0","id":2,"result":{}}`, `{"jsonrpc":"2.0","id":-1,"error":{"code":1}}`, ok,
			},
			counted: counts{"stray": 4},
		},
		{name: "two responses to one request", lines: []string{ok + ok}, counted: counts{"stray": 1}},
		{
			name: "duplicate member", lines: []string{`{"jsonrpc":"2.0","id":1,"result":{},"id":1}`, ok},
			counted: counts{"noise": 1}, noise: []string{`{"jsonrpc":"2.0","id":1,"result":{},"id":1}`},
		},
		{
			name: "no message", lines: []string{`ready`, `{}`, `{"id":1}`, `7`, `{"jsonrpc":"2.0","id":1,"result":{}`, ok},
			counted: counts{"noise": 5},
			noise:   []string{`ready`, `{}`, `{"id":1}`, `7`, `{"jsonrpc":"2.0","id":1,"result":{}`},
		},
		{
			name: "text after the response", lines: []string{`{"jsonrpc":"2.0","id":2,"result":{}} ready`, ok},
			counted: counts{"noise": 1, "stray": 1}, noise: []string{"ready"},
		},
		{name: "batch", lines: []string{`[{"jsonrpc":"2.0","id":7,"result":{}} , ` + ok + ` ]`}, counted: counts{"stray": 1}},
		{
			name: "malformed batches", lines: []string{`[`, `[]`, `[7]`, `[{"id":1,]`, `[{"jsonrpc":"2.0","id":7} x`, ok},
			counted: counts{"noise": 5, "stray": 1},
			noise:   []string{`[`, `[]`, `[7]`, `[{"id":1,]`, `[{"jsonrpc":"2.0","id":7} x`},
		},
		{
			name: "too long, id first", lines: []string{`{"jsonrpc":"2.0","id":1,"result":{"a":"` + long + `"}}`},
			failure: "the response exceeds the message size limit", counted: counts{"oversized": 1},
		},
		{
			name: "too long, id last", lines: []string{`{"result":{"a":"` + long + `"},"id":1,"jsonrpc":"2.0"}`},
			failure: "the response exceeds the message size limit", counted: counts{"oversized": 1},
		},
		{name: "too long without an id", lines: []string{long, ok}, counted: counts{"oversized": 1}},
		{
			name:    "requests without a usable method",
			lines:   []string{`{"jsonrpc":"2.0","id":1,"method":7}`, `{"id":1,"method":"ping"}`, ok},
			counted: counts{"noise": 2},
			noise:   []string{`{"jsonrpc":"2.0","id":1,"method":7}`, `{"id":1,"method":"ping"}`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPipePeer(t)
			wait := p.call(t.Context(), t, Request{Method: "m"})
			p.say(t, tt.lines...)
			out, err := wait()
			if text(err) != tt.failure {
				t.Fatalf("got result %s, error %v, want error %q", out.Result, err, tt.failure)
			}
			if got := string(out.Result); err == nil && got != `{"ok":true}` {
				t.Errorf(`got result %s, want {"ok":true}`, got)
			}
			if !out.Sent || !out.Written || out.ID != 1 || out.RespondedAt.Before(out.WrittenAt) {
				t.Errorf("got %+v, want a request that was written before the response", out)
			}
			// Everything that the peer wrote has been read when its last ping has a response.
			p.say(t, `{"jsonrpc":"2.0","id":"last","method":"ping"}`)
			p.hear(t)
			if diff := cmp.Diff(tt.counted, p.counted(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("counters (-want +got):\n%s", diff)
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			if diff := cmp.Diff(tt.noise, p.noise, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("noise (-want +got):\n%s", diff)
			}
		})
	}
}

// TestErrorOfPeer: the error member is returned as the peer sent it.
func TestErrorOfPeer(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	wait := p.call(t.Context(), t, Request{Method: "m"})
	p.say(t, `{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"no","data":{"n":1e2}}}`)
	_, err := wait()
	want := &Error{Code: -32042, Message: "no", Data: json.RawMessage(`{"n":1e2}`)}
	var got *Error
	if !errors.As(err, &got) {
		t.Fatalf("got error %v, want %v", err, want)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		name string
		err  error
		want bool
	}{
		{"error response", err, true},
		{"violation", ProtocolError("x"), false},
		{"lost", &LostError{Err: io.EOF}, false},
		{"none", nil, false},
	} {
		if got := IsResponse(tt.err); got != tt.want {
			t.Errorf("%s: got IsResponse %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestErrorWithoutIDIsNotGuessed: while several calls are open, an error without an id
// fails none of them.
func TestErrorWithoutIDIsNotGuessed(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	first := p.call(t.Context(), t, Request{Method: "m"})
	second := p.call(t.Context(), t, Request{Method: "m"})
	p.say(t, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}`,
		`{"jsonrpc":"2.0","id":2,"result":{}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	for name, wait := range map[string]func() (Outcome, error){"first": first, "second": second} {
		if out, err := wait(); err != nil || string(out.Result) != `{}` {
			t.Errorf("%s: got %s, error %v, want {}", name, out.Result, err)
		}
	}
}

// TestRequestLine: the line of each form of request is valid JSON with these members.
func TestRequestLine(t *testing.T) {
	t.Parallel()
	large := `"` + strings.Repeat("y", 100<<10) + `"` // longer than a pipe's buffer
	progress := func([]byte) {}
	for _, tt := range []struct {
		name string
		req  Request
		want string
	}{
		{name: "no params", req: Request{Method: "m"}, want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`},
		{
			name: "fields", req: Request{Fields: []byte(`"a":1`)},
			want: `{"jsonrpc":"2.0","id":1,"method":"","params":{"a":1}}`,
		},
		{
			name: "meta", req: Request{Method: "m", Meta: []byte(`"t":"x"`)},
			want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"t":"x"}}}`,
		},
		{
			name: "fields, meta and progress",
			req:  Request{Method: "m", Fields: []byte(`"a":1`), Meta: []byte(`"t":"x"`), OnProgress: progress},
			want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,"_meta":{"t":"x","progressToken":1}}}`,
		},
		{
			name: "progress only", req: Request{Method: "m", OnProgress: progress},
			want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":1}}}`,
		},
		{
			name: "log only", req: Request{Method: "m", OnLog: progress},
			want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`,
		},
		{
			name: "large", req: Request{Method: "m", Fields: []byte(`"a":`), Large: []byte(large)},
			want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":` + large + `}}`,
		},
		{
			name: "large with meta",
			req: Request{
				Method: "m", Fields: []byte(`"a":`), Large: []byte(large), Meta: []byte(`"t":1`), OnProgress: progress,
			},
			want: `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":` + large + `,"_meta":{"t":1,"progressToken":1}}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPipePeer(t)
			ended := make(chan error, 1)
			go func() {
				_, err := p.conn.Call(t.Context(), tt.req)
				ended <- err
			}()
			got := p.hear(t)
			if got != tt.want {
				t.Errorf("got %.200s, want %.200s", got, tt.want)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("got %.200s, want JSON", got)
			}
			p.say(t, `{"jsonrpc":"2.0","id":1,"result":{}}`)
			if err := <-ended; err != nil {
				t.Errorf("got error %v, want none", err)
			}
		})
	}
}

func TestNotifyLine(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	for fields, want := range map[string]string{
		"":            `{"jsonrpc":"2.0","method":"n"}`,
		`"a":1,"b":2`: `{"jsonrpc":"2.0","method":"n","params":{"a":1,"b":2}}`,
	} {
		if err := p.conn.Notify("n", []byte(fields)); err != nil {
			t.Fatalf("%q: got error %v, want none", fields, err)
		}
		if got := p.hear(t); got != want {
			t.Errorf("%q: got %s, want %s", fields, got, want)
		}
	}
}
