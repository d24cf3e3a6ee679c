package faultchild

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// begin applies the mode before the first request. If done is true, the process
// exits with the status code. In the comments of this file, "the file param" is
// the file whose path is the parameter of the mode.
func (s *server) begin() (code int, done bool) {
	switch s.mode {
	case "exit": // crash loop
		return 3, true
	case "exit-once": // creates the file param
		if _, err := os.Stat(s.param); err != nil {
			_ = os.WriteFile(s.param, nil, 0o600)
			return 3, true
		}
	case "one-slow": // the first process to create the file param is slow
		f, err := os.OpenFile(s.param, os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return 3, true
		}
		_ = f.Close()
		pass(500 * time.Millisecond)
	case "await": // waits until the file param exists
		for _, err := os.Stat(s.param); err != nil; _, err = os.Stat(s.param) {
			pass(5 * time.Millisecond)
		}
	case "banner":
		s.write("Server listening on stdio\n", `{"level":"info","msg":"up"}`+"\n", "42\n", "\xEF\xBB\xBF\n", "\r\n")
	case "until-term": // ignores the end of stdin; creates the file param on SIGTERM
		s.awaitTerm()
	case "stubborn": // ignores the end of stdin and SIGTERM
		signal.Ignore(syscall.SIGTERM)
	case "grandchild", "grandchild+stubborn":
		s.fork()
		signal.Ignore(syscall.SIGTERM)
	case "stderr-flood":
		for range 5000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("x", 200), os.Getenv("SECRET"))
		}
	case "modern-slow":
		pass(300 * time.Millisecond)
	case "no-read": // never reads stdin
		pass(time.Hour)
	}
	return 0, false
}

// awaitTerm waits for SIGTERM, creates the file param and ends the process.
func (s *server) awaitTerm() {
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	go func() {
		<-term
		_ = os.WriteFile(s.param, nil, 0o600)
		syscall.Exit(0)
	}()
}

// fork starts a process in the same group that runs on unless it is killed.
func (s *server) fork() {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		panic(err)
	}
	attr := &os.ProcAttr{Files: []*os.File{null, os.Stdout, os.Stderr}}
	p, err := os.StartProcess(exe, []string{exe, Arg, "sleep"}, attr)
	if err != nil {
		panic(err)
	}
	if s.param != "" {
		_ = os.WriteFile(s.param, fmt.Appendf(nil, "%d %d", os.Getpid(), p.Pid), 0o600)
	}
}

// end applies the mode at the end of stdin.
func (s *server) end() int {
	if s.is("stubborn", "until-term", "sleep") {
		pass(time.Hour)
	}
	return 0
}

func (s *server) request(m message) {
	switch m.Method {
	case "server/discover":
		s.discover(m)
	case "initialize":
		s.initialize(m)
	case "ping":
		if !s.is("no-pong", "spin") {
			s.result(m.ID, `{}`)
		}
	case "tools/list":
		s.list(m)
	case "tools/call":
		s.call(m)
	case "resources/list", "resources/templates/list", "resources/read":
		s.resources(m)
	case "logging/setLevel":
		s.level = string(m.Params)
		if !s.is("no-level") {
			s.result(m.ID, `{}`)
		}
	case "subscriptions/listen":
		s.listening = string(m.Params)
		s.relisted = s.relisted || s.is("modern-late")
		s.write(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",` +
			`"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":` + string(m.ID) + `}}}` + "\n")
	default:
		s.fail(m.ID, -32601, "method not found", "")
	}
}

func (s *server) discover(m message) {
	result := `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":` + s.capabilities() + `,` +
		`"instructions":"be kind","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"modern","version":"2"}}}`
	switch s.mode {
	case "modern", "modern-slow", "modern-late", "modern+resources":
		s.result(m.ID, result)
	case "modern-other":
		s.fail(m.ID, -32022, "unsupported", `{"supported":["2027-01-01"]}`)
	case "modern-dual":
		s.fail(m.ID, -32022, "unsupported", `{"supported":["2027-01-01","2025-06-18"]}`)
	case "discover-silent", "hang-init":
	case "discover-late":
		s.mu.Lock()
		s.held = append(s.held, func() { s.result(m.ID, result) })
		s.mu.Unlock()
	case "discover-exit": // creates the file param
		syscall.Exit(4)
	default:
		s.fail(m.ID, -32601, "method not found", "")
	}
}

func (s *server) initialize(m message) {
	version := "2025-11-25"
	switch s.mode {
	case "hang-init":
		return
	case "hang-init-if": // hangs if the file param exists
		if _, err := os.Stat(s.param); err == nil {
			return
		}
	case "modern-slow":
		s.fail(m.ID, -32601, "method not found", "")
		return
	case "init-leaks": // prints its environment, and puts it into its error
		for _, name := range []string{"A", "B", "KEY"} {
			fmt.Fprintln(os.Stderr, strings.TrimSpace(os.Getenv(name)))
		}
		s.fail(m.ID, -32000, os.Getenv("SECRET"), "")
		return
	case "init-exit":
		syscall.Exit(5)
	case "version-2099":
		version = "2099-01-01"
	case "old":
		version = "2024-11-05"
	case "pinned", "modern-dual":
		var p struct{ ProtocolVersion string }
		_ = json.Unmarshal(m.Params, &p)
		version = p.ProtocolVersion
	case "discover-late":
		for _, f := range s.held {
			f()
		}
		s.held = nil
	}
	s.result(m.ID, `{"protocolVersion":"`+version+`","capabilities":`+s.capabilities()+`,`+
		`"serverInfo":{"name":"fault","version":"1"},"instructions":"mind the gap"}`)
	if s.is("sleep-forever") {
		pass(time.Hour)
	}
}

// list responds to tools/list.
func (s *server) list(m message) {
	var p struct{ Cursor *string }
	_ = json.Unmarshal(m.Params, &p)
	switch {
	case s.is("hang-list"):
	case s.is("tools-from"): // param is a file with the tools
		tools, _ := os.ReadFile(s.param)
		s.result(m.ID, `{"tools":[`+string(tools)+`]}`)
	case s.is("cursor-loop"):
		s.result(m.ID, `{"tools":[],"nextCursor":"again"}`)
	case s.is("pages") && p.Cursor == nil:
		s.result(m.ID, `{"tools":[{"name":"first","inputSchema":{"type":"object"}}],"nextCursor":""}`)
	case s.is("pages"):
		s.result(m.ID, `{"tools":[{"name":"second","inputSchema":{"type":"object"}}]}`)
	default:
		s.result(m.ID, s.toolList())
	}
}

func (s *server) toolList() string {
	s.mu.Lock()
	relisted := s.relisted
	s.mu.Unlock()
	var tools []string
	for _, name := range toolNames(s) {
		tools = append(tools, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"},"x-vendor":1e2}`, name))
	}
	tools = append(tools, `{"name":"read","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
		`{"title":"no name"}`, `7`)
	if s.is("await") {
		tools = append(tools, `{"name":"late","inputSchema":{"type":"object"}}`)
	}
	if relisted {
		tools = append(tools, `{"name":"new","inputSchema":{"type":"object"}}`)
	}
	return `{"tools":[` + strings.Join(tools, ",") + `]}`
}
