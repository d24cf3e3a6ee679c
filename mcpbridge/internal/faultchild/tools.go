package faultchild

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"syscall"
	"time"
)

// call is a received tools/call.
type call struct {
	*server
	id, before json.RawMessage // before is the id of the previous call
	token      json.RawMessage
	args       struct {
		Text string `json:"text"`
		N    int    `json:"n"`
		Raw  []byte `json:"raw"`
	}
	raw json.RawMessage
}

func (s *server) call(m message) {
	var p struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Meta      struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	}
	_ = json.Unmarshal(m.Params, &p)
	c := &call{server: s, id: m.ID, before: s.last, token: p.Meta.Token, raw: m.Params}
	_ = json.Unmarshal(p.Arguments, &c.args)
	s.last = m.ID
	if f := tools()[p.Name]; f != nil {
		f(c)
		return
	}
	s.fail(m.ID, -32602, "unknown tool", `{"tool":1}`)
}

func toolNames(*server) []string {
	var names []string
	for name := range tools() {
		if name != "read" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// tools returns the ways to respond to a call, by the name of the tool. The tools
// "say" and "request" send bytes that the test chooses.
func tools() map[string]func(*call) {
	return map[string]func(*call){
		"echo": func(c *call) { c.result(c.id, text(c.args.Text)) },
		"read": func(c *call) { c.result(c.id, text(c.args.Text)) },
		"tool_error": func(c *call) {
			c.result(c.id, `{"isError":true,"content":[{"type":"text","text":"no such thing"}]}`)
		},
		"busy": func(c *call) {
			c.result(c.id, `{"content":[{"type":"text","text":"resource BUSY, try again"}],"isError":true}`)
		},
		"error": func(c *call) { c.fail(c.id, -32000, "sorry", `{"why":[1]}`) },
		"hang":  func(*call) {},
		"hold":  hold, "flush": flush, "reverse": reverse, "params": params, "cancelled": cancelled,
		"exit": func(c *call) { syscall.Exit(3) }, "say_exit": func(c *call) { say(c); syscall.Exit(0) },
		"pid":          func(c *call) { c.result(c.id, fmt.Sprintf(`{"pid":%d}`, os.Getpid())) },
		"env":          func(c *call) { b, _ := json.Marshal(os.Environ()); c.result(c.id, `{"env":`+string(b)+`}`) },
		"close_stdout": func(c *call) { _ = os.Stdout.Close(); pass(time.Hour) },
		"close_stdin":  func(c *call) { _ = os.Stdin.Close(); c.result(c.id, `{}`); pass(time.Hour) },
		"stop_reading": func(c *call) { c.result(c.id, `{}`); pass(time.Hour) },
		"sleep":        func(c *call) { pass(time.Duration(c.args.N) * time.Millisecond); c.result(c.id, `{}`) },
		"spin":         spin, "big": big, "big_id_last": bigIDLast, "big_no_id": bigNoID,
		"progress_then_hang": begun, "progress": progress, "log": logs, "change": change,
		"say": say, "request": request,
		"stderr": func(c *call) { fmt.Fprintln(os.Stderr, c.args.Text); c.result(c.id, `{}`) },
	}
}

// begun sends a progress notification. It shows that the call was received.
func begun(c *call) {
	c.write(fmt.Sprintf(
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1}}`+"\n", c.token))
}

// hold delays the response until flush is called.
func hold(c *call) {
	c.mu.Lock()
	c.held = append(c.held, func() { c.result(c.id, text(c.args.Text)) })
	c.mu.Unlock()
	if c.token != nil {
		begun(c)
	}
}

func flush(c *call) {
	c.mu.Lock()
	held := c.held
	c.held = nil
	c.mu.Unlock()
	for _, f := range held {
		f()
	}
	c.result(c.id, `{}`)
}

// reverse delays responses until there are n, then sends them in reverse order.
func reverse(c *call) {
	c.mu.Lock()
	c.held = append(c.held, func() { c.result(c.id, text(c.args.Text)) })
	var held []func()
	if len(c.held) == c.args.N {
		held, c.held = c.held, nil
	}
	c.mu.Unlock()
	for i := len(held) - 1; i >= 0; i-- {
		held[i]()
	}
}

// params returns the params of the call.
func params(c *call) { c.result(c.id, `{"params":`+string(c.raw)+`}`) }

func cancelled(c *call) {
	c.mu.Lock()
	list, _ := json.Marshal(c.cancelled)
	c.mu.Unlock()
	c.result(c.id, `{"cancelled":`+string(list)+`}`)
}

// spin uses processor time for n milliseconds and responds to nothing meanwhile.
func spin(c *call) {
	for end := time.Now().Add(time.Duration(c.args.N) * time.Millisecond); time.Now().Before(end); {
	}
	c.result(c.id, `{}`)
}

func big(c *call) {
	c.stream(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, c.id), `"}]}}`)
}

func bigIDLast(c *call) {
	c.stream(`{"result":{"content":[{"type":"text","text":"`, fmt.Sprintf(`"}]},"jsonrpc":"2.0","id":%s}`, c.id))
}

func bigNoID(c *call) { c.stream("", "") }

// stream writes a line that consists of head, n times the letter x, and tail. n is
// an argument of the call.
func (c *call) stream(head, tail string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = c.out.WriteString(head)
	chunk := bytes.Repeat([]byte("x"), 1<<20)
	for n := c.args.N; n > 0; n -= len(chunk) {
		_, _ = c.out.Write(chunk[:min(n, len(chunk))])
	}
	_, _ = c.out.WriteString(tail + "\n")
	_ = c.out.Flush()
}

// progress sends n notifications and then the response.
func progress(c *call) {
	for i := range c.args.N {
		c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress",`+
			`"params":{"progressToken":%s,"progress":%d,"total":%d,"message":"m"}}`+"\n", c.token, i+1, c.args.N))
	}
	c.result(c.id, `{}`)
}

func logs(c *call) {
	c.write(`{"jsonrpc":"2.0","method":"notifications/message",` +
		`"params":{"level":"info","logger":"l","data":{"a":1}}}` + "\n")
	level := c.level
	if level == "" {
		level = "null"
	}
	c.result(c.id, `{"level":`+level+`}`)
}

// change announces a new tool n times.
func change(c *call) {
	c.mu.Lock()
	c.relisted = true
	c.mu.Unlock()
	for range max(c.args.N, 1) {
		c.write(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n")
	}
	c.result(c.id, `{}`)
}

// say writes the bytes of the argument raw, in which %s is the id of the call and %p
// that of the previous call.
func say(c *call) {
	c.write(strings.NewReplacer("%s", string(c.id), "%p", string(c.before)).Replace(string(c.args.Raw)))
}

// request sends the client the request in raw, whose id is text, and returns the line of
// the client's response.
func request(c *call) {
	c.mu.Lock()
	c.awaited = map[string]func([]byte){
		c.args.Text: func(line []byte) { c.result(c.id, `{"said":`+string(bytes.TrimSpace(line))+`}`) },
	}
	c.mu.Unlock()
	say(c)
}
