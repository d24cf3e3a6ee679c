// Package faultchild is an MCP server over stdio that misbehaves on request. Test
// binaries run it in a process of their own by executing themselves.
//
// The mode (see mode.go) selects the misbehaviour of the process or the session; the tool
// (see tools.go) selects that of a call.
package faultchild

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"syscall"
)

// Run runs the server, and does not return, if args, the arguments of the process without
// its name, begin with Arg.
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
		s.clientResponse(m.ID, line)
	case m.ID == nil:
		s.notification(m)
	default:
		s.request(m)
	}
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
	if s.mode == "respond-cancelled" {
		s.held = nil
	} else {
		held = nil
	}
	s.mu.Unlock()
	for _, f := range held {
		f()
	}
}

// clientResponse passes a response of the client to the call that sent the request.
func (s *server) clientResponse(id json.RawMessage, line []byte) {
	s.mu.Lock()
	take := s.awaited[string(id)]
	delete(s.awaited, string(id))
	s.mu.Unlock()
	if take != nil {
		take(line)
	}
}
