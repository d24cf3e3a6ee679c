package session_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Members of a response that many servers send.
const (
	unknownMethod = `"error":{"code":-32601,"message":"Method not found"}`
	emptyResult   = `"result":{}`
	// hangUp in place of members makes the server close the connection.
	hangUp = "hang up"
	// stopReading in place of members makes the server stop reading until resume is
	// closed.
	stopReading = "stop reading"
)

// reply is what the server sends for one request.
type reply struct {
	// members are those of the response without jsonrpc and id; empty: no response.
	members string
	after   time.Duration
}

// say returns immediate replies to consecutive requests. The last one is repeated.
func say(members ...string) []reply {
	var out []reply
	for _, m := range members {
		out = append(out, reply{members: m})
	}
	return out
}

// peer is a server at the other end of a connection. It sends a reply according to the
// method, and records each line that it receives.
type peer struct {
	conn     *jsonrpc.Conn
	counters jsonrpc.Counters
	side     net.Conn
	resume   chan struct{}

	mu      sync.Mutex
	replies map[string][]reply
	lines   []string
}

// connect starts a server. It belongs to the test's synctest bubble.
func connect(t *testing.T, replies map[string][]reply) *peer {
	t.Helper()
	ours, theirs := net.Pipe()
	p := &peer{side: theirs, replies: replies, resume: make(chan struct{})}
	p.conn = jsonrpc.NewConn(jsonrpc.Config{
		Stdin: ours, Stdout: ours, MaxLineBytes: 16 << 20, MaxDepth: 64, MaxQueue: 2,
		Stall: time.Hour, Counters: &p.counters,
	})
	t.Cleanup(func() {
		p.conn.Close(io.EOF)
		_ = theirs.Close()
		p.conn.Ended()
	})
	go p.serve()
	return p
}

func (p *peer) serve() {
	lines := bufio.NewScanner(p.side)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		_ = json.Unmarshal(lines.Bytes(), &m)
		p.mu.Lock()
		p.lines = append(p.lines, lines.Text())
		queue := p.replies[m.Method]
		if len(queue) > 1 {
			p.replies[m.Method] = queue[1:]
		}
		p.mu.Unlock()
		if m.ID == nil || len(queue) == 0 || queue[0].members == "" {
			continue
		}
		switch queue[0].members {
		case hangUp:
			_ = p.side.Close()
			return
		case stopReading:
			<-p.resume
			continue
		}
		line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, m.ID, queue[0].members)
		if queue[0].after == 0 {
			p.send(line)
			continue
		}
		time.AfterFunc(queue[0].after, func() { p.send(line) })
	}
}

func (p *peer) send(line string) { _, _ = io.WriteString(p.side, line+"\n") }

// received returns the lines received so far, and forgets them.
func (p *peer) received() []string {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.lines
	p.lines = nil
	return out
}

// methods returns the methods received so far, separated by spaces, and forgets them.
func (p *peer) methods() string {
	var out []string
	for _, line := range p.received() {
		var m struct{ Method string }
		_ = json.Unmarshal([]byte(line), &m)
		out = append(out, m.Method)
	}
	return strings.Join(out, " ")
}

// options are those of every test: a probe is given up after a second.
func options() session.Options {
	return session.Options{ClientName: "test", ClientVersion: "0", ProbeTimeout: time.Second}
}

// modern is a server of the modern era with the given members of capabilities.
func modern(capabilities string) map[string][]reply {
	return map[string][]reply{"server/discover": say(
		`"result":{"supportedVersions":["2026-07-28"],"capabilities":{` + capabilities + `}}`)}
}

// legacy is a server of the legacy era with the given members of capabilities.
func legacy(capabilities string) map[string][]reply {
	return map[string][]reply{
		"server/discover": say(unknownMethod),
		"initialize":      say(initialized("2025-11-25", capabilities)),
	}
}

func initialized(version, capabilities string) string {
	return fmt.Sprintf(`"result":{"protocolVersion":%q,"capabilities":{%s}}`, version, capabilities)
}

// open opens a session with a server that also sends the given replies.
func open(t *testing.T, server map[string][]reply, more map[string][]reply) (*session.Session, *peer) {
	t.Helper()
	for method, replies := range more {
		server[method] = replies
	}
	p := connect(t, server)
	s, err := session.Open(t.Context(), p.conn, options())
	if err != nil {
		t.Fatal(err)
	}
	p.received()
	return s, p
}
