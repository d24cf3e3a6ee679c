package config_test

import (
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
)

// Programs and folders that do not exist are warned of, at the settings that name
// them; a service would start without them.
func TestCheckPrograms(t *testing.T) {
	folder := project(t, map[string]string{
		"c.yaml": "codeintel: {command: /no/coderef-mcp}\nservers:\n" +
			"  fine: {command: sh}\n" +
			"  gone: {command: no-such-program, env: {PATH: \"/no/bin:/no/bin\"}}\n" +
			"  secret: {command: \"/no/${TOKEN}/program\", env: {OTHER: in-the-folder}, cwd: /no/in-the-folder}\n",
		"m.json": "{\"mcpServers\": {\n  \"file\": {\"command\": \"./m.json\"},\n" +
			"  \"cwd\": {\"command\": \"sh\", \"cwd\": \"nowhere\"},\n" +
			"  \"both\": {\"command\": \"./relative\", \"cwd\": \"m.json\"}}}",
	})
	t.Chdir(folder) // to which the commands and folders of m.json are relative
	report := config.Check(config.Inputs{
		File: folder + "/c.yaml", MCPConfigs: []string{folder + "/m.json"},
		Environ: []string{"PATH=/usr/bin:/bin", "TOKEN=s3cr3t-token"},
	})
	same(t, "problems", lines(folder, report.Problems), []string{
		`warning c.yaml:1:13: codeintel.command: program "/no/coderef-mcp" does not exist`,
		`warning c.yaml:4:10: servers.gone.command: program "no-such-program" was not found in the server's PATH (/no/bin)`,
		`warning c.yaml:5:12: servers.secret.command: program "/no/***/program" does not exist`,
		`warning c.yaml:5:74: servers.secret.cwd: working folder "/no/***" does not exist`,
		`warning m.json:2:12: mcpServers.file.command: program "./m.json" is not executable`,
		`warning m.json:3:28: mcpServers.cwd.cwd: working folder "nowhere" does not exist`,
		`warning m.json:4:37: mcpServers.both.cwd: working folder "m.json" is not a folder`,
	})
	if len(report.Servers) != 7 {
		t.Errorf("got servers %+v, want 7", report.Servers)
	}
}
