package config_test

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

// loadMCP loads one mcpServers file without the default upstream.
func loadMCP(t *testing.T, json string, environ ...string) (*config.Config, error) {
	t.Helper()
	return config.Load(config.Inputs{
		MCPConfigs: []string{write(t, "m.json", json)},
		Environ:    append(environ, "CODEREFD_CODEINTEL_ENABLED=false"),
	})
}

func TestMCPServers(t *testing.T) {
	cfg, err := loadMCP(t, `{
  "mcpServers": {
    "zeta": {"type": "stdio", "command": "${HOME}/z", "args": ["-y", "${PKG:-@x/y}", "$HOME"], "env": {"A": "${B}"}, "cwd": "/srv"},
    "alpha": {"command": "a", "timeout": 5, "alwaysAllow": []},
    "off": {"command": "b", "disabled": true}
  },
  "other": 1
}`, "HOME=/h", "B=bee")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "servers keep the order of the file", names(cfg), []string{"zeta", "alpha"})
	z := cfg.Server("zeta")
	same(t, "command", []string{z.Command, z.Dir, z.Env["A"]}, []string{"/h/z", "/srv", "bee"})
	same(t, "args", z.Args, []string{"-y", "@x/y", "$HOME"})
	if z.Sharing != config.SharingPerPrincipal || z.TrustAnnotations {
		t.Errorf("got %+v, want a server that is neither trusted nor shared", z)
	}
	same(t, "warnings", warnings(cfg), []string{
		"m.json:4:31: mcpServers.alpha.timeout: unknown key has no effect",
		"m.json:4:45: mcpServers.alpha.alwaysAllow: unknown key has no effect",
		"m.json:5:5: mcpServers.off: server is disabled and is left out",
	})
}

func TestMCPServersProblems(t *testing.T) {
	tests := []struct {
		name, json string
		want       []string
	}{
		{name: "empty", want: []string{"m.json:1:1: not JSON: the file is empty"}},
		{
			name: "not JSON", json: "{\n\"mcpServers\": {,}}",
			want: []string{"m.json:2:16: not JSON: invalid character ',' at start of value"},
		},
		{
			name: "more after the end", json: "{\"mcpServers\":{}}\n{}",
			want: []string{"m.json:2:1: not JSON: trailing data after the end of the document"},
		},
		{
			name: "not an object", json: "[]",
			want: []string{"m.json:1:1: must be an object with the key mcpServers"},
		},
		{
			name: "no key", json: "{}",
			want: []string{"m.json:1:1: contains no servers: it has neither mcpServers nor another known key for servers"},
		},
		{
			name: "duplicate keys",
			json: "{\"mcpServers\":{\"a\":{\"command\":\"x\",\"command\":\"y\"},\n\"a\":{\"command\":\"z\"}}}",
			want: []string{
				"m.json:2:1: mcpServers.a: duplicate key",
				"m.json:1:35: mcpServers.a.command: duplicate key",
			},
		},
		{
			name: "types",
			json: `{"mcpServers":{"a":{"command":1,"args":{},"env":{"X":true},"type":"carrier pigeon"},"b":7,"c":{}}}`,
			want: []string{
				"m.json:1:31: mcpServers.a.command: must be a string",
				"m.json:1:40: mcpServers.a.args: must be a list of strings",
				"m.json:1:54: mcpServers.a.env.X: must be a string",
				`m.json:1:60: mcpServers.a.type: unknown type "carrier pigeon"; known: stdio`,
				"m.json:1:89: mcpServers.b: must be an object",
				"m.json:1:91: mcpServers.c: has no command",
			},
		},
		{
			name: "mistyped keys",
			json: "{\"mcpServers\":{\"a\":{\"comand\":\"npx\"},\n\"b\":{\"Command\":\"x\",\"x\":1}}}",
			want: []string{
				`m.json:1:16: mcpServers.a: has no command (unknown key "comand")`,
				`m.json:2:1: mcpServers.b: has no command (unknown keys "Command", "x")`,
			},
		},
		{
			name: "unset variable", json: `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN}"}}}}`,
			want: []string{
				"m.json:1:46: mcpServers.a.env.T: environment variable TOKEN is not set; set it, or use ${TOKEN:-default}",
			},
		},
		{
			name: "unset variable of a disabled server",
			json: `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN}"},"disabled":true}}}`,
		},
		{
			name: "disabled, in words", json: `{"mcpServers":{"a":{"command":"x","disabled":"yes"}}}`,
			want: []string{"m.json:1:46: mcpServers.a.disabled: must be true or false"},
		},
		{
			name: "the default child's name without a program", json: `{"mcpServers":{"coderef":{"command":""}}}`,
			want: []string{"m.json:1:37: mcpServers.coderef.command: must not be empty"},
		},
		{
			name: "a name without a valid character", json: `{"mcpServers":{"//":{"command":"x"}}}`,
			want: []string{
				`m.json:1:16: mcpServers.//: the name of a server must be 1 to 128 characters of A-Z a-z 0-9 _ . -, not "//"`,
			},
		},
		{
			name: "two names that are one here",
			json: "{\"mcpServers\":{\"a b\":{\"command\":\"x\"},\n\"a/b\":{\"command\":\"x\"}}}",
			want: []string{"m.json:2:1: mcpServers.a/b: a server named a-b is already configured in m.json:1:16"},
		},
		{
			name: "NUL", json: `{"mcpServers":{"a":{"command":"x","args":["1","\u0000"]}}}`,
			want: []string{"m.json:1:47: mcpServers.a.args[1]: must not contain a NUL character"},
		},
		{
			name: "NUL where Zed had it",
			json: `{"context_servers":{"a":{"command":{"path":"x","args":["\u0000"]}}}}`,
			want: []string{"m.json:1:21: context_servers.a.args[0]: must not contain a NUL character"},
		},
		{
			name: "duplicate servers", json: "{\"mcpServers\":{},\n\"mcpServers\":{\"a\":{\"command\":\"x\"}}}",
			want: []string{"m.json:2:1: mcpServers: duplicate key"},
		},
		{
			name: "mistyped key of all", json: `{"mcpServer":{}}`,
			want: []string{
				`m.json:1:1: contains no servers: it has neither mcpServers nor another known key for servers (unknown key ` +
					`"mcpServer")`,
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := loadMCP(t, test.json)
			got := problems(t, err)
			same(t, "problems", got, test.want)
		})
	}
}

func TestSameNameInTwoFiles(t *testing.T) {
	_, err := config.Load(config.Inputs{
		File:       write(t, "c.yaml", "servers: {a: {command: x}}\n"),
		MCPConfigs: []string{write(t, "m.json", `{"mcpServers":{"a":{"command":"y"}}}`)},
	})
	got := problems(t, err)
	if len(got) != 1 ||
		!strings.HasPrefix(got[0], "m.json:1:16: mcpServers.a: a server with this name is already configured in ") ||
		!strings.HasSuffix(got[0], "c.yaml:1:11") {
		t.Errorf("got problems %q, want one: the server a at m.json:1:16 is already configured at c.yaml:1:11", got)
	}
}

// Paths in coderefd's own file are relative to that file.
func TestMCPConfigsOfFile(t *testing.T) {
	mcp := write(t, "m.json", `{"mcpServers":{"a":{"command":"y"}}}`)
	file := strings.TrimSuffix(mcp, "m.json") + "c.yaml"
	writeTo(t, file, "mcp_configs: [m.json]\ncodeintel: {enabled: false}\n")
	cfg, err := config.Load(config.Inputs{File: file})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "servers", names(cfg), []string{"a"})
}
