package faultchild

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Arg is the first argument that makes a test binary run the server; the mode is
// the second and its parameter, if any, the third.
const Arg = "faultchild"

// server is one execution of the child.
type server struct {
	mode, param string
	mu          sync.Mutex
	out         *bufio.Writer
	last        json.RawMessage // id of the last tools/call
	cancelled   []string        // request ids of notifications/cancelled
	held        []func()        // responses held back, see tools.go
	relisted    bool
	changes     int    // of the resources
	listening   string // params of subscriptions/listen
	level       string
	awaited     map[string]func(line []byte) // gets the client's response, by the id of the server's request
}

// pass waits: the client observes a server that is slow or hangs.
func pass(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // The delay is the misbehaviour.
}

// message is a message of the client.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// write writes lines unchanged and flushes.
func (s *server) write(lines ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range lines {
		_, _ = s.out.WriteString(line)
	}
	_ = s.out.Flush()
}

// result sends a response.
func (s *server) result(id json.RawMessage, result string) {
	s.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id, result))
}

// fail sends an error response.
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

// is reports whether one of the modes is set.
func (s *server) is(modes ...string) bool {
	for _, m := range modes {
		if s.mode == m || strings.HasPrefix(s.mode, m+"+") || strings.HasSuffix(s.mode, "+"+m) {
			return true
		}
	}
	return false
}
