package apptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/internal/app"
)

// childVariable makes a test binary run as the child process.
const childVariable = "CODEREFD_TEST_CHILD"

// ChildMain runs this process as the scripted MCP server or as the guard if it was started as one, and then
// does not return. TestMain must call it first: a child process that runs the tests instead would start
// itself forever.
func ChildMain() {
	switch {
	case os.Getenv(childVariable) != "":
		(&child{out: bufio.NewWriter(os.Stdout)}).run()
	case len(os.Args) == 2 && os.Args[1] == "guard":
		if err := app.RunGuard(os.Stdin); err != nil {
			os.Exit(1)
		}
	default:
		return
	}
	os.Exit(0)
}

// Command returns the command line that starts the scripted server: a command, its arguments, and the
// variable that it requires, as NAME=value.
func Command() (path string, args []string, variable string, err error) {
	path, err = os.Executable()
	return path, []string{"-test.run=^$"}, childVariable + "=1", err
}

// child is an MCP server with tools and resources for every case that tests need. Each call runs on its own
// goroutine.
type child struct {
	mu  sync.Mutex
	out *bufio.Writer
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		ProtocolVersion string          `json:"protocolVersion"`
		Name            string          `json:"name"`
		URI             string          `json:"uri"`
		Arguments       json.RawMessage `json:"arguments"`
		Meta            struct {
			ProgressToken json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

func (c *child) run() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(line, &m) == nil && len(m.ID) > 0 {
			go c.respond(m)
		}
	}
}

func (c *child) respond(m message) {
	switch m.Method {
	case "initialize":
		c.result(
			m,
			fmt.Sprintf(
				`{"protocolVersion":%q,"capabilities":{"tools":{},"resources":{}},`+
					`"serverInfo":{"name":"scripted","version":"1.0"}}`,
				m.Params.ProtocolVersion,
			),
		)
	case "ping":
		c.result(m, `{}`)
	case "tools/list":
		c.result(m, `{"tools":[`+strings.Join(tools(), ",")+`]}`)
	case "tools/call":
		c.call(m)
	case "resources/list":
		c.result(m, resources)
	case "resources/templates/list":
		c.result(m, resourceTemplates)
	case "resources/read":
		c.read(m)
	default:
		c.send(
			fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no method %s"}}`, m.ID, m.Method),
		)
	}
}

// tools returns the definitions of the tools.
func tools() []string {
	return []string{
		`{"name":"echo","title":"Echo","description":"Returns its arguments as text. It changes nothing.",
		"annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{
		"text":{"type":"string","description":"Any text"},"count":{"type":"integer"},"ratio":{"type":"number"},
		"flag":{"type":"boolean"},"tags":{"type":"array","items":{"type":"string"}},
		"sizes":{"type":"array","items":{"type":"integer"}},"extra":{"type":"object"},
		"kind":{"type":"string","enum":["red","green"]},"maybe":{"type":["integer","null"]}}}}`,
		`{"name":"fail","description":"Returns a tool error.","inputSchema":{"type":"object"}}`,
		`{"name":"big","description":"Returns the requested number of bytes.","inputSchema":{"type":"object",
		"properties":{"bytes":{"type":"integer"}},"required":["bytes"]}}`,
		`{"name":"wait","description":"Reports progress, then waits until the named pipe is written to.",
		"inputSchema":{"type":"object","properties":{"pipe":{"type":"string"}},"required":["pipe"]}}`,
		`{"name":"hang","description":"Reports progress, then never responds.","inputSchema":{"type":"object"}}`,
		`{"name":"die","description":"Ends the process.","inputSchema":{"type":"object"}}`,
		`{"name":"environment","description":"Returns the names of its variables.","inputSchema":{"type":"object"}}`,
	}
}

func (c *child) call(m message) {
	switch m.Params.Name {
	case "echo":
		c.text(m, string(m.Params.Arguments), false)
	case "fail":
		c.text(m, "no such luck", true)
	case "big":
		var args struct{ Bytes int }
		_ = json.Unmarshal(m.Params.Arguments, &args) // zero is a valid default
		c.text(m, strings.Repeat("x", args.Bytes), false)
	case "wait":
		var args struct{ Pipe string }
		_ = json.Unmarshal(m.Params.Arguments, &args) // an empty name fails below
		c.progress(m)
		text, err := os.ReadFile(args.Pipe)
		c.text(m, string(text), err != nil)
	case "hang":
		c.progress(m)
	case "die":
		os.Exit(7)
	case "environment":
		c.text(m, strings.Join(os.Environ(), "\n"), false)
	default:
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no tool"}}`, m.ID))
	}
}

// read handles resources/read.
func (c *child) read(m message) {
	contents, ok := readResource(m.Params.URI)
	if !ok {
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32002,"message":"no resource"}}`, m.ID))
		return
	}
	c.result(m, `{"contents":[`+strings.Join(contents, ",")+`]}`)
}

// progress reports that the call has begun, if the caller requested progress.
func (c *child) progress(m message) {
	if token := m.Params.Meta.ProgressToken; len(token) > 0 {
		c.send(
			fmt.Sprintf(
				`{"jsonrpc":"2.0","method":"notifications/progress",`+
					`"params":{"progressToken":%s,"progress":1,"total":4,"message":"begun"}}`,
				token,
			),
		)
	}
}

func (c *child) text(m message, text string, isError bool) {
	block, _ := json.Marshal(map[string]string{"type": "text", "text": text}) // strings cannot fail
	c.result(m, fmt.Sprintf(`{"content":[%s],"isError":%t}`, block, isError))
}

func (c *child) result(m message, result string) {
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result))
}

func (c *child) send(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = c.out.WriteString(strings.ReplaceAll(text, "\n", " ") + "\n") // if the pipe is closed, the process ends soon
	_ = c.out.Flush()
}
