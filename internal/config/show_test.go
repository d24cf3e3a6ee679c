package config_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/internal/config"
)

// The output is a configuration file with the same meaning, except for secrets.
func TestWriteYAML(t *testing.T) {
	for _, file := range []string{"", `
listen: 127.0.0.1:0
admin_listen: ""
log: {level: debug}
retry: {max_attempts: 5, budget: {ratio: 0.5}}
codeintel: {enabled: false, args: [a]}
servers:
  x:
    command: "yes"
    args: ["1", "", "a: b", "# c", "\t", "é"]
    inherit_env: [A]
    timeouts: {idle: 1500ms}
    timeout: 5s
    backoff: 0s
    tools: {"*": {repeatable: true}, "y: z": {max_attempts: 2}}
  "2": {command: two}
`} {
		want, err := config.Load(config.Inputs{
			File:  write(t, "c.yaml", file),
			Flags: map[string]string{"codeintel.command": "/coderef-mcp", "shutdown_grace": "3s"},
		})
		if err != nil {
			t.Fatal(err)
		}
		var shown bytes.Buffer
		if err := want.WriteYAML(&shown); err != nil {
			t.Fatal(err)
		}
		got, err := config.Load(config.Inputs{File: write(t, "shown.yaml", shown.String())})
		if err != nil {
			t.Fatalf("Load of the shown configuration: got error %v, want none:\n%s", err, &shown)
		}
		same := cmpopts.IgnoreUnexported(config.Config{})
		if diff := cmp.Diff(
			want, got, same, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(config.Config{}, "Notices"),
		); diff != "" {
			t.Errorf("shown and read again (-want +got):\n%s\n%s", diff, &shown)
		}
	}
}

func TestWriteYAMLPlacesAndSecrets(t *testing.T) {
	folder := project(t, map[string]string{"m.json": `{"mcpServers": {"a": {
  "command": "x",
  "args": ["--token", "canary-1", "--api-key=canary-2", "-e", "TOKEN=canary-3", "--header", "Authorization: Bearer canary-4",
    "https://me:canary-5@host/?key=canary-6&a=b", "--verbose", "plain", "/see/${SECRET}",
    "X-Who: ${env:MY_TOKEN}", "<${file:private}>"],
  "env": {"SECRET": "${SECRET}", "SHORT": "ab"}
}}}`, "private": "canary-9\n"})
	cfg, err := loadFiles(t, []string{folder + "/m.json"}, "SECRET=canary-7", "MY_TOKEN=canary-8")
	if err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	if err := cfg.WriteYAML(&shown); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(shown.String(), folder+"/", "")
	if strings.Contains(text, "canary") {
		t.Errorf("got the secret canary, want it hidden:\n%s", text)
	}
	for _, want := range []string{
		"  a: # m.json:1:17\n",
		"    command: x # m.json:2:3\n",
		`--token, '***', --api-key=***, -e, TOKEN=***, --header, 'Authorization: ***', ` +
			`'https://me:***@host/?key=***&a=b', --verbose, plain, /see/***, 'X-Who: ***', <***>] # m.json:3:3`,
		"      SECRET: '***' # m.json:6:11\n",
		"    sharing: per_principal\n",
		"  enabled: false # CODEREFD_CODEINTEL_ENABLED\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got the configuration below, want %q in it:\n%s", want, text)
		}
	}
}
