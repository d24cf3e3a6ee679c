package faultchild

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"syscall"
	"time"
)

// call is a tools/call at the child.
type call struct {
	*server
	id    json.RawMessage
	token json.RawMessage
	args  struct {
		Text string `json:"text"`
		N    int    `json:"n"`
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
	c := &call{server: s, id: m.ID, token: p.Meta.Token, raw: m.Params}
	_ = json.Unmarshal(p.Arguments, &c.args)
	s.mu.Lock()
	s.calls++
	s.mu.Unlock()
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

// answer writes one line in which %s is the request's id.
func answer(format string) func(*call) {
	return func(c *call) { c.write(strings.ReplaceAll(format, "%s", string(c.id)) + "\n") }
}

// good is the answer that a call is to get in the end.
const good = `{"jsonrpc":"2.0","id":%s,"result":{"content":[],"ok":true}}`

// tools are the ways to answer. Names that begin with "row_" are the rows of the
// misbehaviour table in reference/mcp.md.
func tools() map[string]func(*call) {
	deep := strings.Repeat("[", 1200) + strings.Repeat("]", 1200)
	return map[string]func(*call){
		"echo": func(c *call) { c.result(c.id, text(c.args.Text)) },
		"read": func(c *call) { c.result(c.id, text(c.args.Text)) },
		"no":   func(c *call) { c.result(c.id, `{"isError":true,"content":[{"type":"text","text":"no such thing"}]}`) },
		"busy": func(c *call) {
			c.result(c.id, `{"content":[{"type":"text","text":"resource BUSY, try again"}],"isError":true}`)
		},
		"error": func(c *call) { c.fail(c.id, -32000, "sorry", `{"why":[1]}`) },
		"hang":  func(*call) {},
		"hold":  hold, "flush": flush, "reverse": reverse, "params": params, "cancelled": cancelled,
		"exit": func(c *call) { syscall.Exit(3) }, "half": func(c *call) { c.write(`{"jsonrpc":"2.0","id":`); syscall.Exit(0) },
		"pid":          func(c *call) { c.result(c.id, fmt.Sprintf(`{"pid":%d}`, os.Getpid())) },
		"env":          func(c *call) { b, _ := json.Marshal(os.Environ()); c.result(c.id, `{"env":`+string(b)+`}`) },
		"close_stdout": func(c *call) { _ = os.Stdout.Close(); pass(time.Hour) },
		"close_stdin":  func(c *call) { _ = os.Stdin.Close(); c.result(c.id, `{}`); pass(time.Hour) },
		"stop_reading": func(c *call) { c.result(c.id, `{}`); pass(time.Hour) },
		"sleep":        func(c *call) { pass(time.Duration(c.args.N) * time.Millisecond); c.result(c.id, `{}`) },
		"spin":         spin, "big": big, "big_id_last": bigIDLast, "big_no_id": bigNoID,
		"progress_then_hang": func(c *call) {
			c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1}}`+"\n", c.token))
		},
		"progress": progress, "log": logs, "ask": ask, "change": change,
		"stderr":                   func(c *call) { fmt.Fprintln(os.Stderr, c.args.Text); c.result(c.id, `{}`) },
		"type_complete":            answer(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"complete","content":[]}}`),
		"type_task":                answer(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"task","taskId":"1"}}`),
		"type_input":               answer(`{"jsonrpc":"2.0","id":%s,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}}}}`),
		"row_noise":                answer("starting up...\n{\"level\":\"info\"}\n42\n\"x\"\n[]\n[1]\n{}\n" + good),
		"row_bom_crlf":             answer("\xEF\xBB\xBF" + good + "\r"),
		"row_blank":                answer("\n\r\n  \n" + good),
		"row_pretty":               answer("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s\n}\n" + good),
		"row_two_on_a_line":        answer(`{"jsonrpc":"2.0","method":"notifications/x"} ` + good),
		"row_batch":                answer(`[{"jsonrpc":"2.0","method":"notifications/x"},` + good + `]`),
		"row_utf8":                 answer(`{"jsonrpc":"2.0","id":%s,"result":{"content":[],"ok":true,"s":"` + "\xff" + `"}}`),
		"row_no_version":           answer(`{"id":%s,"result":{"content":[],"ok":true}}`),
		"row_wrong_version":        answer(`{"jsonrpc":"1.0","id":%s,"result":{}}`),
		"row_unknown_id":           answer(`{"jsonrpc":"2.0","id":999999,"result":{}}` + "\n" + good),
		"row_duplicate":            answer(good + "\n" + good),
		"row_string_id":            answer(`{"jsonrpc":"2.0","id":"%s","result":{}}` + "\n" + good),
		"row_float_id":             answer(`{"jsonrpc":"2.0","id":%s.0,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":%s.7,"result":{}}` + "\n" + good),
		"row_object_id":            answer(`{"jsonrpc":"2.0","id":{"n":%s},"result":{}}` + "\n" + good),
		"row_null_id":              answer(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`),
		"row_both":                 answer(`{"jsonrpc":"2.0","id":%s,"result":{},"error":{"code":1,"message":"x"}}`),
		"row_neither":              answer(`{"jsonrpc":"2.0","id":%s}`),
		"row_null_result":          answer(`{"jsonrpc":"2.0","id":%s,"result":null}`),
		"row_string_code":          answer(`{"jsonrpc":"2.0","id":%s,"error":{"code":"E1","message":"x"}}`),
		"row_unknown_content":      answer(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"hologram","z":1}],"ok":true}}`),
		"row_no_content":           answer(`{"jsonrpc":"2.0","id":%s,"result":{"ok":true}}`),
		"row_vendor":               answer(`{"jsonrpc":"2.0","id":%s,"result":{"z":1, "ok":true,"a":12345678901234567890,"f":1.50}}`),
		"row_deep":                 answer(`{"jsonrpc":"2.0","result":{"d":` + deep + `},"id":%s}`),
		"row_bad_notification":     answer(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"zz"}}` + "\n" + `{"jsonrpc":"2.0","method":7}` + "\n" + good),
		"row_duplicate_member":     answer(`{"jsonrpc":"2.0","id":%s,"id":%s,"result":{}}` + "\n" + good),
		"row_broken_json":          answer(`{"jsonrpc":"2.0","id":%s,"result":{"a":}}` + "\n" + good),
		"row_answer_to_no_request": answer(`{"jsonrpc":"2.0","id":%s00000,"error":{"code":1,"message":"x"}}` + "\n" + good),
	}
}

func hold(c *call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = append(c.held, func() { c.result(c.id, text(c.args.Text)) })
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

// reverse holds answers until there are n, then gives them last first.
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

// params answers with the params of the call itself.
func params(c *call) { c.result(c.id, `{"params":`+string(c.raw)+`}`) }

func cancelled(c *call) {
	c.mu.Lock()
	list, _ := json.Marshal(c.cancelled)
	c.mu.Unlock()
	c.result(c.id, `{"cancelled":`+string(list)+`}`)
}

// spin uses processor time for n milliseconds and answers nothing meanwhile.
func spin(c *call) {
	for end := time.Now().Add(time.Duration(c.args.N) * time.Millisecond); time.Now().Before(end); {
	}
	c.result(c.id, `{}`)
}

func big(c *call) { c.result(c.id, text(strings.Repeat("x", c.args.N))) }

func bigIDLast(c *call) {
	c.write(fmt.Sprintf(`{"result":%s,"jsonrpc":"2.0","id":%s}`+"\n", text(strings.Repeat("x", c.args.N)), c.id))
}

func bigNoID(c *call) { c.write(strings.Repeat("y", c.args.N) + "\n") }

// progress sends n notifications and then the answer.
func progress(c *call) {
	for i := range c.args.N {
		c.write(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d,"total":%d,"message":"m"}}`+"\n", c.token, i+1, c.args.N))
	}
	c.result(c.id, `{}`)
}

func logs(c *call) {
	c.write(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"l","data":{"a":1}}}` + "\n")
	level := c.level
	if level == "" {
		level = "null"
	}
	c.result(c.id, `{"level":`+level+`}`)
}

// ask sends a ping and an unknown request to the client and answers with what the
// client said to them.
func ask(c *call) {
	pong, other := make(chan struct{}), make(chan struct{})
	c.mu.Lock()
	c.waits = map[string]chan struct{}{`"p1"`: pong, `7`: other}
	c.seen = nil
	c.mu.Unlock()
	c.write(`{"jsonrpc":"2.0","id":"p1","method":"ping"}`+"\n", `{"jsonrpc":"2.0","id":7,"method":"roots/list","params":{}}`+"\n")
	go func() {
		<-pong
		<-other
		c.mu.Lock()
		said, _ := json.Marshal(fmt.Sprintf("%s", c.seen))
		c.mu.Unlock()
		c.result(c.id, `{"said":`+string(said)+`}`)
	}()
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
