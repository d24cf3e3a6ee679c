package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

// project creates a folder with files at the given paths.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		writeTo(t, path, content)
	}
	return folder
}

// loadFiles loads files and folders of servers without the default upstream.
func loadFiles(t *testing.T, paths []string, environ ...string) (*config.Config, error) {
	t.Helper()
	return config.Load(config.Inputs{MCPConfigs: paths, Environ: append(environ, "CODEREFD_CODEINTEL_ENABLED=false")})
}

// The file of each client is read in its original format.
func TestFilesOfClients(t *testing.T) {
	tests := []struct {
		name, path, content string
		command             []string
	}{
		{
			name: "Claude", path: "claude_desktop_config.json",
			content: `{"globalShortcut":"","mcpServers":{"a":{"command":"x","args":["y"]}}}`,
			command: []string{"x", "y"},
		},
		{
			name: "VS Code", path: ".vscode/mcp.json",
			content: `{"inputs":[],"servers":{"a":{"type":"stdio","command":"x","args":["y"],"gallery":true,"version":"1"}}}`,
			command: []string{"x", "y"},
		},
		{
			name: "VS Code's settings", path: "settings.json",
			content: `{"editor.tabSize":2,"mcp":{"inputs":[],"servers":{"a":{"command":"x"}}}}`,
			command: []string{"x"},
		},
		{
			name: "VS Code's settings, one key", path: "settings.json",
			content: `{"mcp.servers":{"a":{"command":"x"}}}`, command: []string{"x"},
		},
		{
			name: "Cursor", path: ".cursor/mcp.json",
			content: `{"mcpServers":{"a":{"type":"stdio","command":"${userHome}/x","args":["${env:Y}"]}}}`,
			command: []string{"/h/x", "why"},
		},
		{
			name: "Windsurf", path: "mcp_config.json",
			content: `{"mcpServers":{"a":{"command":"x","disabled":false,"disabledTools":[]}}}`,
			command: []string{"x"},
		},
		{
			name: "Cline", path: "cline_mcp_settings.json",
			content: `{"mcpServers":{"a":{"transportType":"stdio","command":"x","env":null}}}`,
			command: []string{"x"},
		},
		{
			name: "Gemini", path: "settings.json",
			content: `{"mcp":{"allowed":["a"]},"mcpServers":{"a":{"command":"x","description":"d"}}}`,
			command: []string{"x"},
		},
		{
			name: "Copilot", path: "mcp-config.json",
			content: `{"mcpServers":{"a":{"type":"local","command":"x","tools":["*"]}}}`, command: []string{"x"},
		},
		{
			name: "Zed", path: "settings.json",
			content: `{"context_servers":{"a":{"source":"custom","enabled":true,"command":"x","args":["y"],"env":{}}}}`,
			command: []string{"x", "y"},
		},
		{
			name: "Zed, before", path: "settings.json",
			content: `{"context_servers":{"a":{"command":{"path":"x","args":["y"],"env":null},"settings":{}}}}`,
			command: []string{"x", "y"},
		},
		{
			name: "Amp", path: "settings.json", content: `{"amp.mcpServers":{"a":{"command":"x"}}}`,
			command: []string{"x"},
		},
		{
			name: "with comments", path: "mcp.json",
			content: "// one\n{ /* two */ \"mcpServers\": {\n  \"a\": {\"command\": \"x\", " +
				`"args": ["http://y", "/*",],}, // three` + "\n},} // four",
			command: []string{"x", "http://y", "/*"},
		},
		{
			name: "with a byte order mark", path: "mcp.json",
			content: "\xef\xbb\xbf// one\n{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}", command: []string{"x"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := project(t, map[string]string{test.path: test.content})
			cfg, err := loadFiles(t, []string{filepath.Join(folder, test.path)}, "HOME=/h", "Y=why")
			if err != nil {
				t.Fatal(err)
			}
			same(t, "servers", names(cfg), []string{"a"})
			same(t, "command", append([]string{cfg.Servers[0].Command}, cfg.Servers[0].Args...), test.command)
			same(t, "warnings", cfg.Warnings(), nil)
		})
	}
}

// Variables are expanded as the editor would expand them.
func TestVariablesOfEditors(t *testing.T) {
	folder := project(t, map[string]string{
		"secret": " s3cret\n",
		".vscode/mcp.json": `{"servers": {"a": {
			"command": "${workspaceFolder}/bin${/}x",
			"args": ["${workspaceFolderBasename}", "${env:A}", "${A}", "${env:NONE:-d}",
				"${pathSeparator}", "${file:secret}", "$A", "${cwd}"],
			"env": {"N": 8080, "NONE": null, "BOTH": "env"},
			"envFile": "${workspaceFolder}/.env"
		}, "b": {"command": "x", "cwd": "sub"}}}`,
		".env": "# comment\nexport FILE='f'\nBOTH=file\n",
	})
	cfg, err := loadFiles(t, []string{filepath.Join(folder, ".vscode/mcp.json")}, "A=1")
	if err != nil {
		t.Fatal(err)
	}
	a := cfg.Server("a")
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "command", append([]string{a.Command}, a.Args...), []string{
		folder + "/bin/x", filepath.Base(folder), "1", "1", "d", "/", "s3cret", "$A", here,
	})
	same(t, "environment", a.Environ(nil), []string{"BOTH=env", "FILE=f", "N=8080"})
	same(t, "folders", []string{a.Dir, cfg.Server("b").Dir}, []string{folder, folder + "/sub"})
}

// A server that cannot be run here is left out with the reason. The other servers run.
func TestLeftOut(t *testing.T) {
	const (
		fine     = `"fine": {"command": "x"}`
		overHTTP = "m.json:1:17: mcpServers.web: server uses HTTP, but only stdio servers are supported yet; " +
			"the server is left out"
	)
	tests := []struct{ name, content, want string }{
		{
			name:    "http",
			content: `{"mcpServers": {"web": {"type": "http", "url": "u", "headers": {"A": "${NOT}"}}, ` + fine + `}}`,
			want:    overHTTP,
		},
		{
			name: "url only", content: `{"mcpServers": {"web": {"serverUrl": "u", "color": 1}, ` + fine + `}}`,
			want: overHTTP,
		},
		{
			name:    "http, in spite of a command",
			content: `{"mcpServers": {"web": {"type": "streamableHttp", "command": "x"}, ` + fine + `}}`,
			want:    overHTTP,
		},
		{
			name: "WebSocket", content: `{"mcpServers": {"web": {"type": "ws", "url": "u"}, ` + fine + `}}`,
			want: "m.json:1:17: mcpServers.web: server uses WebSocket, but only stdio servers are supported yet; " +
				"the server is left out",
		},
		{
			name: "input",
			content: `{"inputs": [{"id": "key", "type": "promptString", "description": "API key"}],
"servers": {"asks": {"command": "x", "env": {"KEY": "${input:key}"}}, ` + fine + `}}`,
			want: "m.json:2:53: servers.asks.env.KEY: ${input:key} (API key) requires an editor that prompts for it; " +
				"use ${env:NAME} instead and set that variable; the server is left out",
		},
		{
			name:    "variable of an editor",
			content: `{"mcpServers": {"e": {"command": "x", "args": ["${config:python.path}"]}, ` + fine + `}}`,
			want: "m.json:1:48: mcpServers.e.args[0]: ${config:python.path} is only defined in an editor; " +
				"the server is left out",
		},
		{
			name:    "sandbox",
			content: `{"servers": {"s": {"command": "x", "sandboxEnabled": true, "sandbox": {}}, ` + fine + `}}`,
			want: "m.json:1:36: servers.s.sandboxEnabled: requires the sandbox of VS Code, which is not available here; " +
				"the server is left out",
		},
		{
			name:    "extension",
			content: `{"context_servers": {"e": {"source": "extension", "settings": {}}, ` + fine + `}}`,
			want: "m.json:1:22: context_servers.e: server is run by an extension of the editor; configure a command for it; " +
				"the server is left out",
		},
		{
			name:    "disabled",
			content: `{"mcpServers": {"d": {"command": "${NOT}", "disabled": true}, ` + fine + `}}`,
			want:    "m.json:1:17: mcpServers.d: server is disabled and is left out",
		},
		{
			name:    "not enabled",
			content: `{"context_servers": {"d": {"command": "x", "enabled": false}, ` + fine + `}}`,
			want:    "m.json:1:22: context_servers.d: server is disabled and is left out",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg, err := loadMCP(t, test.content)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "servers", names(cfg), []string{"fine"})
			same(t, "warnings", warnings(cfg), []string{test.want})
		})
	}
}

// A key without effect is reported once per file.
func TestKeysOfClients(t *testing.T) {
	cfg, err := loadMCP(t, `{"mcpServers": {
"a": {"command": "x", "timeout": 1, "alwaysAllow": []},
"b": {"command": "x", "timeout": 2, "disabledTools": ["rm"]},
"@scope/c d": {"command": "x"}}}`)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "servers", names(cfg), []string{"a", "b", "scope-c-d"})
	same(t, "warnings", warnings(cfg), []string{
		"m.json:2:23: mcpServers.a.timeout: unknown key has no effect",
		"m.json:2:37: mcpServers.a.alwaysAllow: unknown key has no effect",
		"m.json:3:37: mcpServers.b.disabledTools: has no effect: all tools of the server are offered",
		"m.json:4:1: mcpServers.@scope/c d: server is named scope-c-d here, because names consist of A-Z a-z 0-9 _ . -",
	})
}

func TestProblemsOfEditorFiles(t *testing.T) {
	folder := project(t, map[string]string{
		"m.json": `{"servers": {"a": {"command": "x", "envFile": "bad.env"}, ` +
			`"b": {"command": "x", "envFile": "no.env"}}, "inputs": [1]}`,
		"bad.env": "A=1\nB\n\"C\"=2\nD=\"open\nE='x' y\n",
	})
	_, err := loadFiles(t, []string{filepath.Join(folder, "m.json")})
	got := problems(t, err)
	same(t, "problems", got, []string{
		"m.json:1:115: inputs[0]: must be an object with an id",
		"bad.env:2: must be NAME=value",
		`bad.env:3: "\"C\"" is not a variable name`,
		`bad.env:4: unterminated quote (")`,
		"bad.env:5: unexpected text after the closing '",
		"m.json:1:92: servers.b.envFile: no.env: no such file or directory",
	})
}
