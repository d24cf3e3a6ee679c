package faultchild

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// ScriptArg is the first argument that makes a test binary run a scripted server. The
// second is the path of the script, the third the path of the transcript.
const ScriptArg = "script"

// A script consists of handlers. Each begins with a line "on METHOD" and continues
// with the lines that the server writes when it receives a message of that method:
//
//	on tools/call
//	say {"jsonrpc":"2.0","id":$id,"result":{"content":[]}}
//
// $id is the id of the received request, $token its progress token, $call the id of
// the last tools/call. The method of a response is "response". "raw TEXT" is the same
// as say, for lines that are not JSON-RPC. If a method has several handlers, each
// message of the method uses the next one, and the last one is used again for all
// further messages. "exit" ends the process.

// handler is the reaction of the server to a received message.
type handler []string

// scripted is one run of a scripted server.
type scripted struct {
	handlers   map[string][]handler
	call       string // id of the last tools/call
	out        io.Writer
	transcript io.Writer
}

// RunScript runs the scripted server if args, the arguments of a process without its
// name, request it. In that case, it does not return.
func RunScript(args []string) {
	if len(args) < 3 || args[0] != ScriptArg {
		return
	}
	if err := runScript(args[1], args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func runScript(script, transcript string) error {
	text, err := os.ReadFile(script)
	if err != nil {
		return err
	}
	record, err := os.OpenFile(transcript, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer record.Close()
	s := &scripted{handlers: parseScript(string(text)), out: os.Stdout, transcript: record}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if exit, err := s.receive(lines.Text()); exit || err != nil {
			return err
		}
	}
	return lines.Err()
}

func parseScript(text string) map[string][]handler {
	handlers := make(map[string][]handler)
	method := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if on, ok := strings.CutPrefix(line, "on "); ok {
			method = on
			handlers[method] = append(handlers[method], nil)
		} else if line != "" {
			last := len(handlers[method]) - 1
			handlers[method][last] = append(handlers[method][last], line)
		}
	}
	return handlers
}

// receive records a line of the client and runs its handler.
func (s *scripted) receive(line string) (exit bool, err error) {
	if _, err := fmt.Fprintln(s.transcript, "client:", line); err != nil {
		return false, err
	}
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Meta struct {
				ProgressToken json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
		} `json:"params"`
	}
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		return false, err
	}
	switch m.Method {
	case "":
		m.Method = "response"
	case "tools/call":
		s.call = string(m.ID)
	}
	queue := s.handlers[m.Method]
	if len(queue) == 0 {
		return false, nil
	}
	if len(queue) > 1 {
		s.handlers[m.Method] = queue[1:]
	}
	fill := strings.NewReplacer("$id", string(m.ID), "$token", string(m.Params.Meta.ProgressToken), "$call", s.call)
	for _, action := range queue[0] {
		verb, text, _ := strings.Cut(action, " ")
		if verb == "exit" {
			return true, nil
		}
		text = fill.Replace(text)
		if _, err := fmt.Fprintln(s.transcript, "server:", text); err != nil {
			return false, err
		}
		if _, err := fmt.Fprintln(s.out, text); err != nil {
			return false, err
		}
	}
	return false, nil
}
