package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// childEnv is the variable that makes the test binary an MCP server: see child.
const childEnv = "CODEREFD_SERVER_TEST_CHILD"

// child is a small MCP server of revision 2025-06-18. Its tools: echo returns its arguments, die ends
// the process, hang never responds, step reports progress, refuse returns a tool error, and flaky
// creates the folder that its argument path names, and ends the process if that folder did not exist.
func child() {
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var msg struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Name      string          `json:"name"`
				URI       string          `json:"uri"`
				Arguments json.RawMessage `json:"arguments"`
				Meta      struct {
					Token json.RawMessage `json:"progressToken"`
				} `json:"_meta"`
			} `json:"params"`
		}
		if json.Unmarshal(line, &msg) != nil || msg.ID == nil {
			continue
		}
		response := map[string]any{"jsonrpc": "2.0", "id": msg.ID}
		switch msg.Method {
		case "initialize":
			response["result"] = json.RawMessage(
				`{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"child","version":"1"}}`,
			)
		case "tools/list":
			response["result"] = json.RawMessage(childTools)
		case "ping":
			response["result"] = struct{}{}
		case "resources/list", "resources/templates/list":
			response["result"] = json.RawMessage(childResources)
		case "resources/read":
			member, value := childRead(msg.Params.URI)
			if member == "" {
				continue
			}
			response[member] = json.RawMessage(value)
		case "tools/call":
			switch msg.Params.Name {
			case "die":
				os.Exit(3)
			case "flaky":
				var arguments struct{ Path string }
				if json.Unmarshal(msg.Params.Arguments, &arguments) != nil || os.Mkdir(arguments.Path, 0o700) == nil {
					os.Exit(3)
				}
				response["result"] = json.RawMessage(`{"content":[]}`)
			case "hang":
				continue
			case "refuse":
				response["result"] = json.RawMessage(`{"isError":true,"content":[{"type":"text","text":"no"}]}`)
			case "step":
				fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","method":"notifications/progress",`+
					`"params":{"progressToken":%s,"progress":1,"total":2}}`+"\n", msg.Params.Meta.Token)
				response["result"] = json.RawMessage(`{"content":[]}`)
			default:
				response["result"] = map[string]any{"content": []any{}, "structuredContent": msg.Params.Arguments}
			}
		default:
			response["error"] = json.RawMessage(`{"code":-32601,"message":"unknown"}`)
		}
		if out.Encode(response) != nil {
			return
		}
	}
}

const childTools = `{"tools":[
	{"name":"echo","inputSchema":{"type":"object","required":["text"]},"annotations":{"readOnlyHint":true}},
	{"name":"die","inputSchema":{"type":"object"}},
	{"name":"flaky","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
	{"name":"hang","inputSchema":{"type":"object"}},
	{"name":"step","inputSchema":{"type":"object"}},
	{"name":"refuse","inputSchema":{"type":"object"}}]}`
