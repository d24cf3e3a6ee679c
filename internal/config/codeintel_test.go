package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

func makeExecutable(t *testing.T, path string) {
	t.Helper()
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

func writeTo(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestCodeIntelOnPath(t *testing.T) {
	notExecutable := filepath.Dir(write(t, config.CodeIntelCommand, ""))
	program := write(t, config.CodeIntelCommand, "")
	makeExecutable(t, program)
	path := strings.Join([]string{notExecutable, "relative", "", filepath.Dir(program)}, string(os.PathListSeparator))
	cfg, err := config.Load(config.Inputs{Environ: []string{"PATH=" + path}})
	if err != nil {
		t.Fatal(err)
	}
	if got := cfg.Servers[0].Command; got != program {
		t.Errorf("command %q, want %q", got, program)
	}
}

// Without the program the service starts and reports the remedy.
func TestCodeIntelMissing(t *testing.T) {
	cfg, err := config.Load(config.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if got := cfg.Servers[0].Command; got != config.CodeIntelCommand {
		t.Errorf("got command %q, want %q", got, config.CodeIntelCommand)
	}
	if len(cfg.Warnings()) != 1 || !strings.Contains(cfg.Warnings()[0], "make build") {
		t.Errorf("got warnings %q, want one with make build", cfg.Warnings())
	}
}

func TestCodeIntelChoices(t *testing.T) {
	tests := []struct {
		name, yaml string
		servers    []string
		command    string
		sharing    string
		warnings   int
	}{
		{name: "off", yaml: "codeintel: {enabled: false}"},
		{
			name: "own command", yaml: "codeintel: {command: /x, args: [y]}", servers: []string{"coderef"},
			command: "/x", sharing: "shared",
		},
		{
			name: "first of all", yaml: "codeintel: {command: /x}\nservers: {a: {command: b}}",
			servers: []string{"coderef", "a"}, command: "/x", sharing: "shared",
		},
		{
			name: "tuned", yaml: "codeintel: {command: /x}\nservers: {a: {command: b}, coderef: {processes: 2}}",
			servers: []string{"coderef", "a"}, command: "/x", sharing: "shared",
		},
		{
			name:    "adjusted but disabled",
			yaml:    "codeintel: {enabled: false}\nservers: {a: {command: b}, coderef: {processes: 2}}",
			servers: []string{"a"},
		},
		{
			name: "replaced", yaml: "servers: {a: {command: b}, coderef: {command: /y}}",
			servers: []string{"a", "coderef"}, command: "/y", sharing: "per_principal",
		},
		{
			name: "replaced, with a setting without effect",
			yaml: "codeintel: {command: /x}\nservers: {coderef: {command: /y}}", servers: []string{"coderef"},
			command: "/y", sharing: "per_principal", warnings: 1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg, err := config.Load(config.Inputs{File: write(t, "c.yaml", test.yaml)})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "servers", names(cfg), test.servers)
			if len(cfg.Warnings()) != test.warnings {
				t.Errorf("got warnings %q, want %d", cfg.Warnings(), test.warnings)
			}
			if s := cfg.Server(config.CodeIntelServer); s != nil &&
				(s.Command != test.command || s.Sharing != test.sharing) {
				t.Errorf("got %+v, want command %s and sharing %s", s, test.command, test.sharing)
			}
		})
	}
}

func TestEnviron(t *testing.T) {
	s := config.DefaultServer("a")
	s.Env = map[string]string{"HOME": "/child", "TOKEN": "t"}
	s.InheritEnv = []string{"PROXY", "NODE_*"}
	got := s.Environ([]string{
		"PATH=/bin",
		"HOME=/me",
		"AWS_SECRET_ACCESS_KEY=x",
		"LC_ALL=C",
		"NODE_PATH=n",
		"PROXY=p",
		"LANGUAGE=de",
		"broken",
	})
	same(t, "environment", got, []string{"HOME=/child", "LC_ALL=C", "NODE_PATH=n", "PATH=/bin", "PROXY=p", "TOKEN=t"})
}
