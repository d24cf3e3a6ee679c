// Package faultchild is an MCP server over stdio that misbehaves on request. Test
// binaries run it in a process of their own by executing themselves.
//
// What goes wrong with the process or the session is chosen by its mode (see
// mode.go), what goes wrong with a call by the tool that is called (see tools.go).
package faultchild

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Arg is the first argument that makes a test binary run the server; the mode is
// the second and its parameter, if any, the third.
const Arg = "faultchild"

// Run runs the server if args, a process's arguments without its name, ask for
// it. It does not return then.
func Run(args []string) {
	if len(args) < 2 || args[0] != Arg {
		return
	}
	s := &server{mode: args[1], out: bufio.NewWriterSize(os.Stdout, 64<<10)}
	if len(args) > 2 {
		s.param = args[2]
	}
	// Not os.Exit, which takes a second under the race detector.
	syscall.Exit(s.run(os.Stdin))
}

// server is one run of the child.
type server struct {
	mode, param string
	mu          sync.Mutex
	out         *bufio.Writer
	last        json.RawMessage // id of the last tools/call
	cancelled   []string        // request ids of notifications/cancelled
	held        []func()        // answers kept back, see tools.go
	relisted    bool
	changes     int    // of the resources
	listening   string // params of subscriptions/listen
	level       string
	awaited     map[string]func(line []byte) // takes the client's answer, by our request's id
}

// pass lets time pass: what the client sees is a server that is slow or hangs.
func pass(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // Nothing is waited for: passing time is the misbehaviour.
}

// message is what the client sends.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func (s *server) run(in io.Reader) int {
	if code, done := s.begin(); done {
		return code
	}
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return s.end()
		}
		s.line(line)
	}
}

func (s *server) line(line []byte) {
	var m message
	if json.Unmarshal(line, &m) != nil {
		return
	}
	switch {
	case m.Method == "":
		s.clientAnswer(m.ID, line)
	case m.ID == nil:
		s.notification(m)
	default:
		s.request(m)
	}
}

// write writes lines as they stand and flushes.
func (s *server) write(lines ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range lines {
		_, _ = s.out.WriteString(line)
	}
	_ = s.out.Flush()
}

// result answers a request.
func (s *server) result(id json.RawMessage, result string) {
	s.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id, result))
}

func (s *server) fail(id json.RawMessage, code int, text, data string) {
	if data != "" {
		data = `,"data":` + data
	}
	s.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q%s}}`+"\n", id, code, text, data))
}

// text is a CallToolResult with one text block.
func text(s string) string {
	quoted, _ := json.Marshal(s)
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, quoted)
}

func (s *server) notification(m message) {
	if m.Method != "notifications/cancelled" {
		return
	}
	var p struct {
		RequestID json.RawMessage `json:"requestId"`
		Reason    string          `json:"reason"`
	}
	_ = json.Unmarshal(m.Params, &p)
	s.mu.Lock()
	s.cancelled = append(s.cancelled, string(p.RequestID)+" "+p.Reason)
	held := s.held
	if s.mode == "answer-cancelled" {
		s.held = nil
	} else {
		held = nil
	}
	s.mu.Unlock()
	for _, f := range held {
		f()
	}
}

// clientAnswer hands the client's answer to the call that asked.
func (s *server) clientAnswer(id json.RawMessage, line []byte) {
	s.mu.Lock()
	take := s.awaited[string(id)]
	delete(s.awaited, string(id))
	s.mu.Unlock()
	if take != nil {
		take(line)
	}
}

func (s *server) is(modes ...string) bool {
	for _, m := range modes {
		if s.mode == m || strings.HasPrefix(s.mode, m+"+") || strings.HasSuffix(s.mode, "+"+m) {
			return true
		}
	}
	return false
}
