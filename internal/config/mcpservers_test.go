package config_test

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

// loadMCP loads one mcpServers file without a default child.
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
		t.Errorf("a server is trusted or shared without a word: %+v", z)
	}
	var warnings []string
	for _, w := range cfg.Warnings {
		warnings = append(warnings, w[strings.LastIndex(w, "/")+1:])
	}
	same(t, "warnings", warnings, []string{
		"m.json:4: mcpServers.alpha.timeout: key is not known here and has no effect",
		"m.json:4: mcpServers.alpha.alwaysAllow: key is not known here and has no effect",
		"m.json:5: mcpServers.off: server is disabled and was left out",
	})
}

func TestMCPServersProblems(t *testing.T) {
	tests := []struct {
		name, json string
		want       []string
	}{
		{"empty", "", []string{"m.json:1: not JSON: the file is empty"}},
		{"not JSON", "{\n\"mcpServers\": {,}}", []string{"m.json:2: not JSON: invalid character ',' at start of value"}},
		{"more after the end", "{\"mcpServers\":{}}\n{}", []string{"m.json:2: not JSON: more text after the end of the document"}},
		{"not an object", "[]", []string{"m.json:1: must be an object with the key mcpServers"}},
		{"no key", "{}", []string{"m.json:1: has no key mcpServers"}},
		{"VS Code's key", `{"servers":{}}`, []string{"m.json:1: holds servers instead of mcpServers: this is the format of VS Code; rename the key"}},
		{"over HTTP", "{\"mcpServers\":{\n\"web\":{\"type\":\"http\",\"url\":\"https://x\",\"headers\":{}},\n\"sse\":{\"url\":\"https://x\"}}}", []string{
			`m.json:2: mcpServers.web: server "web" is reached over HTTP, which is not supported yet; give a command that runs it over stdio, or set "disabled": true`,
			`m.json:3: mcpServers.sse: server "sse" is reached over HTTP, which is not supported yet; give a command that runs it over stdio, or set "disabled": true`,
		}},
		{"keys twice", "{\"mcpServers\":{\"a\":{\"command\":\"x\",\"command\":\"y\"},\n\"a\":{\"command\":\"z\"}}}", []string{
			"m.json:2: mcpServers.a: is set twice",
			"m.json:1: mcpServers.a.command: is set twice",
		}},
		{"types", `{"mcpServers":{"a":{"command":1,"args":{},"env":{"X":2},"type":"carrier pigeon"},"b":7,"c":{}}}`, []string{
			"m.json:1: mcpServers.a.command: must be a string",
			"m.json:1: mcpServers.a.args: must be a list of strings",
			"m.json:1: mcpServers.a.env.X: must be a string",
			`m.json:1: mcpServers.a.type: unknown type "carrier pigeon"; known: stdio`,
			"m.json:1: mcpServers.b: must be an object",
			"m.json:1: mcpServers.c: has no command",
		}},
		{"mistyped keys", "{\"mcpServers\":{\"a\":{\"comand\":\"npx\"},\n\"b\":{\"Command\":\"x\",\"x\":1}}}", []string{
			`m.json:1: mcpServers.a: has no command (unknown key "comand")`,
			`m.json:2: mcpServers.b: has no command (unknown keys "Command", "x")`,
		}},
		{"unset variable", `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN}"}}}}`, []string{
			"m.json:1: mcpServers.a.env.T: environment variable TOKEN is not set; set it, or write ${TOKEN:-default}",
		}},
		{"unset variable of a disabled server", `{"mcpServers":{"a":{"command":"x","env":{"T":"${TOKEN}"},"disabled":true}}}`, nil},
		{"disabled, in words", `{"mcpServers":{"a":{"command":"x","disabled":"yes"}}}`, []string{
			"m.json:1: mcpServers.a.disabled: must be true or false",
		}},
		{"the default child's name without a program", `{"mcpServers":{"coderef":{"command":""}}}`, []string{
			"m.json:1: mcpServers.coderef.command: must not be empty",
		}},
		{"name", `{"mcpServers":{"a/b":{"command":"x"}}}`, []string{
			`m.json:1: servers.a/b: the name of a server is 1 to 128 of A-Z a-z 0-9 _ . -, not "a/b"`,
		}},
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
	if len(got) != 1 || !strings.HasPrefix(got[0], "m.json:1: servers.a: a server of that name is configured already, in ") ||
		!strings.HasSuffix(got[0], "c.yaml:1") {
		t.Errorf("problems: %q", got)
	}
}

// Files that our own file names are found beside it.
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
