package jsonrpc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestRequestOfPeer: each kind of request gets its response, except a request whose id
// cannot be repeated.
func TestRequestOfPeer(t *testing.T) {
	t.Parallel()
	type counts = map[string]uint64
	const notFound = `"error":{"code":-32601,"message":"method not found"}}`
	longest := `"` + strings.Repeat("i", maxForeignID-2) + `"`
	for _, tt := range []struct {
		name, id, method string
		want             string // after the id; empty: no response
		counted          counts
	}{
		{name: "ping", id: `1`, method: "ping", want: `"result":{}}`},
		{name: "ping with a string id", id: `"a\u0041\"b"`, method: "ping", want: `"result":{}}`},
		{name: "ping with a negative id", id: `-7`, method: "ping", want: `"result":{}}`},
		{name: "ping with a fraction as id", id: `1.50`, method: "ping", want: `"result":{}}`},
		{name: "ping with the longest id", id: longest, method: "ping", want: `"result":{}}`},
		{name: "another request", id: `2`, method: "roots/list", want: notFound, counted: counts{"refused": 1}},
		{name: "id too long", id: `"i` + longest[1:], method: "ping", counted: counts{"noise": 1}},
		{name: "id is null", id: `null`, method: "ping", counted: counts{"noise": 1}},
		{name: "id is an object", id: `{}`, method: "ping", counted: counts{"noise": 1}},
		{name: "id is a boolean", id: `true`, method: "roots/list", counted: counts{"noise": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPipePeer(t)
			p.say(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q}`, tt.id, tt.method),
				`{"jsonrpc":"2.0","id":"last","method":"ping"}`)
			if tt.want != "" {
				if got, want := p.hear(t), `{"jsonrpc":"2.0","id":`+tt.id+`,`+tt.want; got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
			if got, want := p.hear(t), `{"jsonrpc":"2.0","id":"last","result":{}}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if diff := cmp.Diff(tt.counted, p.counted(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("counters (-want +got):\n%s", diff)
			}
		})
	}
}

// TestMute: a muted connection writes no response to any request, and still its own
// requests.
func TestMute(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	p.conn.Mute()
	p.say(t, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":2,"method":"roots/list"}`)
	ended := make(chan error, 1)
	go func() {
		_, err := p.conn.Call(t.Context(), Request{Method: "m"})
		ended <- err
	}()
	if got, want := p.hear(t), `{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p.say(t, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	if err := <-ended; err != nil {
		t.Errorf("got error %v, want none", err)
	}
	if diff := cmp.Diff(map[string]uint64{"refused": 2}, p.counted()); diff != "" {
		t.Errorf("counters (-want +got):\n%s", diff)
	}
}

// TestUnreadResponses: a peer that sends requests and reads no responses gets a bounded
// number of them, and the connection still reads its messages.
func TestUnreadResponses(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	const most = 20_000 // far above the queue and the buffer of a pipe
	for sent := 0; p.conn.cfg.Counters.DroppedResponses.Load() == 0; sent++ {
		if sent == most {
			t.Fatalf("got no dropped response after %d requests, want one", sent)
		}
		p.say(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"roots/list"}`, sent))
	}
	select {
	case <-p.conn.Failed():
		t.Errorf("the connection failed: got error %v, want it open", p.conn.Err())
	default:
	}
}

// TestNotificationOfPeer checks which notifications reach the call, which reach
// OnNotification, and which are counted as unknown.
func TestNotificationOfPeer(t *testing.T) {
	t.Parallel()
	type counts = map[string]uint64
	notify := func(method, params string) string {
		return `{"jsonrpc":"2.0","method":"` + method + `","params":` + params + `}`
	}
	for _, tt := range []struct {
		name           string
		lines          []string
		progress, logs []string // params that the call gets
		noted          []string
		counted        counts
	}{
		{
			name: "progress in order",
			lines: []string{
				notify("notifications/progress", `{"progressToken":1,"progress":1}`),
				notify("notifications/progress", `{"progress":2,"progressToken":1}`),
			},
			progress: []string{`{"progressToken":1,"progress":1}`, `{"progress":2,"progressToken":1}`},
		},
		{
			name: "progress of no call",
			lines: []string{
				notify("notifications/progress", `{"progressToken":2}`), notify("notifications/progress", `{"progressToken":"1"}`),
				notify("notifications/progress", `{}`), notify("notifications/progress", `[]`),
				`{"jsonrpc":"2.0","method":"notifications/progress"}`,
			},
			counted: counts{"unknown": 5},
		},
		{
			name:  "log",
			lines: []string{notify("notifications/message", `{"level":"info","data":"x"}`)},
			logs:  []string{`{"level":"info","data":"x"}`},
		},
		{
			name:  "known method",
			lines: []string{notify("notifications/known", `{"a":1}`), `{"jsonrpc":"2.0","method":"notifications/known"}`},
			noted: []string{`notifications/known {"a":1}`, `notifications/known `},
		},
		{
			name:  "method with an escape",
			lines: []string{notify(`notifications\u002fknown`, `{}`)},
			noted: []string{`notifications/known {}`},
		},
		{
			name:    "unknown method",
			lines:   []string{notify("notifications/other", `{}`)},
			noted:   []string{`notifications/other {}`},
			counted: counts{"unknown": 1},
		},
		{
			name:    "method that Go cannot unquote",
			lines:   []string{notify(`notifications\/known`, `{}`)},
			counted: counts{"unknown": 1},
		},
		{name: "cancellation", lines: []string{notify("notifications/cancelled", `{"requestId":1}`)}},
		{
			name:    "nested too deeply",
			lines:   []string{notify("notifications/known", `[[[[[]]]]]`)},
			counted: counts{"unknown": 1},
		},
		{
			name: "progress above the bound of bytes of a message",
			lines: []string{
				notify("notifications/progress", `{"progressToken":1,"message":"`+strings.Repeat("m", 20<<10)+`"}`),
			},
			counted: counts{"oversized": 1},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPipePeer(t)
			var progress, logs []string
			wait := p.call(t.Context(), t, Request{
				Method:     "m",
				OnProgress: func(params []byte) { progress = append(progress, string(params)) },
				OnLog:      func(params []byte) { logs = append(logs, string(params)) },
			})
			p.say(t, append(tt.lines, `{"jsonrpc":"2.0","id":1,"result":{}}`)...)
			if _, err := wait(); err != nil {
				t.Fatalf("got error %v, want none", err)
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			for what, lists := range map[string][2][]string{
				"progress": {tt.progress, progress}, "logs": {tt.logs, logs}, "OnNotification": {tt.noted, p.noted},
			} {
				if diff := cmp.Diff(lists[0], lists[1], cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s (-want +got):\n%s", what, diff)
				}
			}
			if diff := cmp.Diff(tt.counted, p.counted(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("counters (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnwantedNotifications: a call that wants neither progress nor logs gets neither;
// only the progress is counted, because the token was not assigned.
func TestUnwantedNotifications(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	wait := p.call(t.Context(), t, Request{Method: "m"})
	p.say(t, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	if _, err := wait(); err != nil {
		t.Errorf("got error %v, want none", err)
	}
	if diff := cmp.Diff(map[string]uint64{"unknown": 1}, p.counted()); diff != "" {
		t.Errorf("counters (-want +got):\n%s", diff)
	}
}

// TestLogsAreBounded: a call whose consumer is slow loses the oldest logs; other calls
// lose none.
func TestLogsAreBounded(t *testing.T) {
	t.Parallel()
	p := newPipePeer(t)
	read, gate := make(chan struct{}, 1), make(chan struct{})
	var slow, fast []string
	slowly := p.call(t.Context(), t, Request{Method: "m", OnLog: func(params []byte) {
		if len(slow) == 0 {
			read <- struct{}{}
			<-gate
		}
		slow = append(slow, string(params))
	}})
	say := func(i int) {
		p.say(t, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"n":%d}}`, i))
	}
	say(0)
	<-read // the consumer is busy with the first
	const dropped = 3
	for i := range maxNotes + dropped {
		say(1 + i)
	}
	p.say(t, `{"jsonrpc":"2.0","id":"last","method":"ping"}`)
	p.hear(t)
	close(gate)
	quickly := p.call(t.Context(), t, Request{
		Method: "m", OnLog: func(params []byte) { fast = append(fast, string(params)) },
	})
	say(1 + maxNotes + dropped)
	p.say(t, `{"jsonrpc":"2.0","id":2,"result":{}}`)
	if _, err := quickly(); err != nil || len(fast) != 1 {
		t.Errorf("got logs %q, error %v, want one log", fast, err)
	}
	p.say(t, `{"jsonrpc":"2.0","id":1,"result":{}}`)
	if _, err := slowly(); err != nil {
		t.Errorf("got error %v, want none", err)
	}
	// The consumer may have taken the queue before or after the last log.
	const sent = 1 + maxNotes + dropped + 1
	if n := sent - len(slow); n < dropped || uint64(n) != p.conn.cfg.Counters.DroppedProgress.Load() {
		t.Errorf("got %d of %d logs, counters %v, want at least %d dropped", len(slow), sent, p.counted(), dropped)
	}
	if slow[1] == `{"n":1}` || slow[len(slow)-1] != fmt.Sprintf(`{"n":%d}`, 1+maxNotes+dropped) {
		t.Errorf("got logs from %s to %s, want the oldest dropped", slow[1], slow[len(slow)-1])
	}
}

// TestProgressIsDroppedBeforeLogs: newer progress replaces older, but no log is lost while
// there is progress to drop.
func TestProgressIsDroppedBeforeLogs(t *testing.T) {
	t.Parallel()
	n := newNotes(true, true)
	for i := range maxNotes { // the last two are progress
		if n.add(i < maxNotes-2, fmt.Appendf(nil, "%d", i)) {
			t.Errorf("note %d: got a dropped note, want room for %d", i, maxNotes)
		}
	}
	for i := range 3 {
		if !n.add(true, fmt.Appendf(nil, "log %d", i)) {
			t.Errorf("log %d: got no dropped note, want one", i)
		}
	}
	var progress, logs []string
	n.deliver(Request{
		OnProgress: func(params []byte) { progress = append(progress, string(params)) },
		OnLog:      func(params []byte) { logs = append(logs, string(params)) },
	})
	if len(progress) != 0 || len(logs) != maxNotes || logs[0] != "1" || logs[maxNotes-1] != "log 2" {
		t.Errorf("got progress %q, logs %q, want no progress, and the logs without the oldest", progress, logs)
	}
}
