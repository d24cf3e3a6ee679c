package config_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

// lines returns problems with their severity, without the folder of their files.
func lines(folder string, list []config.Problem) []string {
	var out []string
	for _, p := range list {
		out = append(out, strings.ReplaceAll(p.Severity.String()+" "+p.String(), folder+"/", ""))
	}
	return out
}

// In a folder, the files with the right extensions are read, sorted by name. Broken files are reported and
// left out.
func TestFolder(t *testing.T) {
	folder := project(t, map[string]string{
		"20-b.json":       `{"mcpServers": {"b": {"command": "sh"}}}`,
		"10-a.JSONC":      `{"servers": {"a": {"command": "sh"},}} // VS Code`,
		"30-c.yaml":       "servers: {c: {command: sh, sharing: shared, processes: 2}}\n",
		"40-broken.json":  "{\"mcpServers\": {\n  \"lost\": {\"command\": \"x\"},\n  \"d\": {\"comand\": \"x\"}\n}}",
		"41-syntax.json":  `{"mcpServers": {`,
		"42-bounds.yml":   "servers: {e: {command: sh, processes: 0}}\n",
		"43-foreign.json": `{"name": "package"}`,
		"44-more.yaml":    "servers: {}\nlisten: x\n",
		"50-z.yml":        "servers: {coderef: {processes: 2}}\n",
		".hidden.json":    "{",
		"notes.txt":       "{",
		"sub/deep.json":   "{",
		"dir.json/x":      "",
	})
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("sub", filepath.Join(folder, "link.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("gone", filepath.Join(folder, "45-gone.json")); err != nil {
		t.Fatal(err)
	}
	report := config.Check(config.Inputs{
		MCPConfigs: []string{folder}, Flags: map[string]string{"codeintel.command": "sh"},
	})
	var servers []string
	for _, s := range report.Servers {
		servers = append(servers, s.Name+" "+strconv.Itoa(s.Processes))
	}
	same(t, "servers", servers, []string{"coderef 2", "a 1", "b 1", "c 2"})
	same(t, "problems", lines(folder, report.Problems), []string{
		`error 40-broken.json:3:3: mcpServers.d: has no command (unknown key "comand")`,
		"warning 40-broken.json: the file is left out with all of its servers",
		"error 41-syntax.json:1:17: not JSON: unexpected EOF",
		"warning 41-syntax.json: the file is left out with all of its servers",
		"error 42-bounds.yml:1:28: servers.e.processes: must be between 1 and 256, not 0",
		"warning 42-bounds.yml: the file is left out with all of its servers",
		"error 43-foreign.json:1:1: contains no servers: it has neither mcpServers nor another known key for servers",
		"warning 43-foreign.json: the file is left out with all of its servers",
		"error 44-more.yaml:2:1: listen: unknown key; allowed here: servers",
		"warning 44-more.yaml: the file is left out with all of its servers",
		"error 45-gone.json: no such file or directory",
		"warning 45-gone.json: the file is left out with all of its servers",
	})

	// The service starts with the other servers and reports the same problems in its status.
	cfg, err := loadFiles(t, []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(cfg.Warnings(), "\n"), "40-broken.json:3:3: mcpServers.d: has no command") {
		t.Errorf("got warnings %q, want one about 40-broken.json", cfg.Warnings())
	}
}

// The same file prevents the start of the service if it is named explicitly.
func TestBrokenFileThatIsNamed(t *testing.T) {
	folder := project(t, map[string]string{
		"a.json": `{"mcpServers": {"a": {"command": "sh"}}}`,
		"b.json": `{"mcpServers": {"b": {}}}`,
		"c.yaml": "servers: {c: {command: sh, max_inflight: 2}}\n",
	})
	_, err := loadFiles(t, []string{folder + "/a.json", folder + "/b.json", folder + "/c.yaml"})
	same(t, "problems", problems(t, err), []string{
		"b.json:1:17: mcpServers.b: has no command",
		"c.yaml:1:28: servers.c.max_inflight: unknown key; did you mean max_in_flight?",
	})
}

// Two servers with the same name are ambiguous, also in folders.
func TestSameNameInAFolder(t *testing.T) {
	folder := project(t, map[string]string{
		"a.json": `{"mcpServers": {"x": {"command": "sh"}}}`,
		"b.yaml": "servers:\n  x: {command: y}\n",
	})
	_, err := loadFiles(t, []string{folder})
	same(t, "problems", problems(t, err), []string{
		"b.yaml:2:3: servers.x: a server with this name is already configured in a.json:1:17",
	})
}

func TestEmptyFolder(t *testing.T) {
	folder := t.TempDir()
	report := config.Check(config.Inputs{
		MCPConfigs: []string{folder}, Flags: map[string]string{"codeintel.enabled": "false"},
	})
	same(t, "problems", lines(filepath.Dir(folder), report.Problems), []string{
		"warning --mcp-config: " + filepath.Base(folder) + " contains no file that ends in .json, .jsonc, .yaml, .yml",
	})
}

// The .mcp.json file of a checked-out repository is read only on request, because it starts programs.
func TestProjectFile(t *testing.T) {
	t.Chdir(project(t, map[string]string{".mcp.json": `{"mcpServers": {"theirs": {"command": "sh"}}}`}))
	for _, asked := range []bool{false, true} {
		in := config.Inputs{
			ProjectMCP: asked, Environ: []string{"CODEREFD_CODEINTEL_ENABLED=false"}, MCPConfigs: []string{"."},
		}
		cfg, err := config.Load(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(cfg.Servers) == 1; got != asked {
			t.Errorf("got servers %q, want one only with ProjectMCP, which is %t", names(cfg), asked)
		}
	}
	t.Chdir(t.TempDir())
	report := config.Check(config.Inputs{ProjectMCP: true, Flags: map[string]string{"codeintel.enabled": "false"}})
	same(
		t, "problems", lines("", report.Problems),
		[]string{"warning --mcp-project: there is no .mcp.json in the working folder"},
	)
}

func TestTooManyServers(t *testing.T) {
	var b strings.Builder
	b.WriteString("servers:\n")
	for i := range config.MaxServers + 1 {
		b.WriteString("  s" + strconv.Itoa(i) + ": {command: sh}\n")
	}
	_, err := load(t, b.String())
	same(
		t, "problems", problems(t, err),
		[]string{"c.yaml:1:1: servers: 1001 servers are configured, and at most 1000 are allowed"},
	)
}

// A report is in the order of reading, and contains both errors and warnings.
func TestCheck(t *testing.T) {
	folder := project(t, map[string]string{
		"c.yaml": "lisen: x\ncodeintel: {enabled: false}\nstartup_wait: 0s\n",
		"m.json": `{"mcpServers": {"a": {"command": "${NOT}"}, "b": {"command": "sh", "color": 1}}}`,
	})
	report := config.Check(config.Inputs{File: folder + "/c.yaml", MCPConfigs: []string{folder + "/m.json"}})
	same(t, "problems", lines(folder, report.Problems), []string{
		"error c.yaml:1:1: lisen: unknown key; did you mean listen?",
		"error c.yaml:3:1: startup_wait: must be longer than zero, not 0s",
		"error m.json:1:34: mcpServers.a.command: environment variable NOT is not set; set it, or use ${NOT:-default}",
		"warning m.json:1:68: mcpServers.b.color: unknown key has no effect",
	})
	if len(report.Servers) > 0 {
		t.Errorf("got servers %+v of a service that would not start, want none", report.Servers)
	}
}
