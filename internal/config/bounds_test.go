package config_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

// A file that contains only entries or keys does not cause an unbounded number of problems.
func TestManyEntriesAndKeys(t *testing.T) {
	var entries, keys strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&entries, `,"s%d":{}`, i)
		fmt.Fprintf(&keys, `,"k%d":1`, i)
	}
	folder := project(t, map[string]string{
		"entries.json": `{"mcpServers": {` + entries.String()[1:] + `}}`,
		"keys.json":    `{"mcpServers": {"a": {"command": "sh"` + keys.String() + `}}}`,
	})
	report := config.Check(
		config.Inputs{MCPConfigs: []string{folder}, Environ: []string{"CODEREFD_CODEINTEL_ENABLED=false"}},
	)
	var got []string
	for _, p := range report.Problems {
		got = append(got, base(p.File)+": "+p.Field+": "+p.Message)
	}
	if len(report.Servers) != 1 || report.Servers[0].Name != "a" || len(got) != 2+101 {
		t.Fatalf("got servers %v and %d problems, want only server a and 103 problems", report.Servers, len(got))
	}
	same(t, "problems", append(got[:3:3], got[102]), []string{
		"entries.json: mcpServers: 20000 servers are configured, and at most 1000 are allowed",
		"entries.json: : the file is left out with all of its servers",
		"keys.json: mcpServers.a.k0: unknown key has no effect",
		"keys.json: : and 19900 more",
	})
}

// A null value counts as an unset key. Other keys of an editor's settings are ignored.
func TestNullAndForeignKeys(t *testing.T) {
	file := write(t, "settings.json", `{"font": 1, "font": 2, "context_servers": {
  "a": {"command": {"path": "x", "timeout": 5}, "url": null, "enabled": null, "disabled": null},
  "b": {"command": null, "url": "http://b"}
}}`)
	cfg, err := loadFiles(t, []string{file})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "servers", names(cfg), []string{"a"})
	same(t, "warnings", warnings(cfg), []string{
		"settings.json:2:34: context_servers.a.command.timeout: unknown key has no effect",
		"settings.json:3:3: context_servers.b: server uses HTTP, but only stdio servers are supported yet; " +
			"the server is left out",
	})
	for _, twice := range []string{
		`{"mcpServers": {}, "mcpServers": {"a": {"command": "sh"}}}`,
		`{"mcp": {"servers": {}, "servers": {"a": {"command": "sh"}}}}`,
		`{"mcp": {}, "mcp": {"servers": {"a": {"command": "sh"}}}}`,
	} {
		if _, err := loadFiles(t, []string{write(t, "m.json", twice)}); err == nil ||
			!strings.Contains(err.Error(), "duplicate key") {
			t.Errorf("%s: got error %v, want duplicate key", twice, err)
		}
	}
}

// A problem with an unreadable file of a folder names that file.
func TestUnreadableFileOfFolder(t *testing.T) {
	folder := project(t, map[string]string{"fine.json": `{"mcpServers": {"a": {"command": "sh"}}}`})
	if err := os.Symlink("nowhere", folder+"/gone.json"); err != nil {
		t.Fatal(err)
	}
	report := config.Check(
		config.Inputs{MCPConfigs: []string{folder}, Environ: []string{"CODEREFD_CODEINTEL_ENABLED=false"}},
	)
	if len(report.Problems) != 2 || report.Problems[0].Severity != config.SeverityError ||
		report.Problems[0].File != folder+"/gone.json" || report.Problems[1].File != folder+"/gone.json" {
		t.Errorf("got problems %+v, want two of gone.json", report.Problems)
	}
}

func TestManyProblemsOfANamedFile(t *testing.T) {
	file := write(t, "m.json", `{"mcpServers": {"a": {"command": "sh", "args": [`+strings.Repeat("1,", 5000)+`]}}}`)
	_, err := loadFiles(t, []string{file})
	if err == nil || strings.Count(err.Error(), "\n") != 100 || !strings.HasSuffix(err.Error(), "and 4900 more") {
		t.Errorf("got error %.300v, want 100 problems and the number of the others", err)
	}
}
