package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/mcpbridge"
)

func names(cfg *config.Config) []string {
	var list []string
	for _, s := range cfg.Servers {
		list = append(list, s.Name)
	}
	return list
}

func TestLoadNothing(t *testing.T) {
	program := write(t, "coderef-mcp", "")
	makeExecutable(t, program)
	cfg, err := config.Load(config.Inputs{Executable: filepath.Join(filepath.Dir(program), "coderefd")})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "servers", names(cfg), []string{config.CodeIntelServer})
	s := cfg.Server(config.CodeIntelServer)
	if s.Command != program || s.Sharing != config.SharingShared || !s.TrustAnnotations {
		t.Errorf("got %+v, want a shared and trusted server with the command %s", s, program)
	}
	same(t, "warnings", cfg.Warnings(), nil)
}

func TestLoadWholeFile(t *testing.T) {
	cfg, err := load(t, `
listen: unix:///run/coderefd.sock
admin_listen: ""
shutdown_grace: 10s
log: {level: debug, format: json}
deadlines: {default: 10s, max: 1m, reserve: 50ms, floor: 10ms}
retry: {max_attempts: 5, backoff: 1s, budget: {tokens: 7, ratio: 0.5}}
servers:
  second:
    command: ${BIN}/two
    args: [a, "${N:-1}", "$N"]
    env: {TOKEN: "${TOKEN}"}
    inherit_env: [AWS_*]
    cwd: /tmp
    sharing: shared
    processes: 4
    max_in_flight: 8
    max_queue: 9
    trust_annotations: true
    retry_on_text: true
    protocol_version: "2025-11-25"
    ping_failures: 2
    timeout: 5s
    max_timeout: 2m
    max_attempts: 1
    backoff: 10ms
    timeouts: {start: 1s, probe: 200ms, stop_grace: 2s, idle: 3s, ping_interval: 4s, write_stall: 6s}
    restart: {initial: 1s, max: 2s, multiplier: 3, jitter: 0.1, budget: 9, window: 4s, parked_retry: 5s,
      reset_after: 6s}
    tools:
      "*": {repeatable: true}
      write: {repeatable: false, timeout: 1m, max_attempts: 2}
  first: {command: one}
`, "BIN=/opt", "TOKEN=secret")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "servers keep the order of the file", names(cfg), []string{"second", "first"})
	deadlines := config.Deadlines{
		Default: 10 * time.Second, Max: time.Minute, Reserve: 50 * time.Millisecond, Floor: 10 * time.Millisecond,
	}
	if cfg.Deadlines != deadlines {
		t.Errorf("got deadlines %+v, want %+v", cfg.Deadlines, deadlines)
	}
	yes, no := true, false
	want := config.Server{
		Name: "second", Command: "/opt/two", Args: []string{"a", "1", "$N"},
		Env: map[string]string{"TOKEN": "secret"}, InheritEnv: []string{"AWS_*"}, Dir: "/tmp",
		Sharing: config.SharingShared, Processes: 4, MaxInFlight: 8, MaxQueue: 9,
		TrustAnnotations: true, RetryOnText: true, ProtocolVersion: "2025-11-25", PingFailures: 2,
		Timeouts: config.Timeouts{
			Start: time.Second, Probe: 200 * time.Millisecond, StopGrace: 2 * time.Second, Idle: 3 * time.Second,
			PingInterval: 4 * time.Second, WriteStall: 6 * time.Second,
		},
		Restart: mcpbridge.Backoff{
			Initial: time.Second, Max: 2 * time.Second, Multiplier: 3, Jitter: 0.1, Budget: 9,
			Window: 4 * time.Second, ParkedRetry: 5 * time.Second, ResetAfter: 6 * time.Second,
		},
		Call: config.Call{
			Timeout: 5 * time.Second, MaxTimeout: 2 * time.Minute, MaxAttempts: 1, Backoff: 10 * time.Millisecond,
		},
		Tools: map[string]config.Tool{
			config.AllTools: {Repeatable: &yes},
			"write":         {Repeatable: &no, Call: config.Call{Timeout: time.Minute, MaxAttempts: 2}},
		},
	}
	if diff := cmp.Diff(want, cfg.Servers[0]); diff != "" {
		t.Errorf("server (-want +got):\n%s", diff)
	}
}

// Flags override variables, variables override the file, and the file overrides the defaults.
func TestLoadPrecedence(t *testing.T) {
	file := write(
		t, "c.yaml", "listen: 127.0.0.1:1\nadmin_listen: 127.0.0.1:1\nlog: {level: warn}\nshutdown_grace: 1s\n",
	)
	cfg, err := config.Load(config.Inputs{
		Environ: []string{
			"CODEREFD_CONFIG=" + file,
			"CODEREFD_LISTEN=127.0.0.1:2",
			"CODEREFD_ADMIN_LISTEN=127.0.0.1:2",
			"CODEREFD_ADDR=x",
			"CODEREFD_LISTN=y",
		},
		Flags: map[string]string{"listen": "127.0.0.1:3", "codeintel.enabled": "false"},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{cfg.Listen, cfg.AdminListen, cfg.Log.Level, cfg.Log.Format}
	same(t, "settings", got, []string{"127.0.0.1:3", "127.0.0.1:2", "warn", "auto"})
	same(t, "warnings", cfg.Warnings(), []string{"CODEREFD_LISTN: unknown variable has no effect"})
}

func TestLoadProblems(t *testing.T) {
	tests := []struct {
		name, yaml string
		want       []string
	}{
		{
			name: "unknown keys, all of them", yaml: "lisen: x\nlog:\n  levl: y\n",
			want: []string{
				"c.yaml:1:1: lisen: unknown key; did you mean listen?",
				"c.yaml:3:3: log.levl: unknown key; did you mean level?",
			},
		},
		{
			name: "duplicate key", yaml: "insecure: true\ninsecure: true\n",
			want: []string{"c.yaml:2:1: insecure: duplicate key"},
		},
		{
			name: "not YAML", yaml: "listen: [\n",
			want: []string{"c.yaml:1: not YAML: did not find expected node content"},
		},
		{name: "not a mapping", yaml: "- a\n", want: []string{"c.yaml:1:1: must be a mapping"}},
		{
			name: "two documents", yaml: "insecure: true\n---\ninsecure: false\n",
			want: []string{"c.yaml: contains more than one YAML document"},
		},
		{
			name: "types",
			yaml: "insecure: 1\ndeadlines: {default: 5, max: [1]}\nretry: {max_attempts: 1.5, budget: {ratio: much}}\n" +
				"servers: {a: {command: [x], args: y, env: [z]}}\n",
			want: []string{
				"c.yaml:1:11: insecure: must be true or false",
				"c.yaml:2:22: deadlines.default: must be a duration with a unit, such as 500ms, 30s, 2m",
				"c.yaml:2:30: deadlines.max: must be a duration with a unit, such as 500ms, 30s, 2m",
				"c.yaml:3:23: retry.max_attempts: must be a whole number",
				"c.yaml:3:44: retry.budget.ratio: must be a number",
				"c.yaml:4:24: servers.a.command: must be a string",
				"c.yaml:4:35: servers.a.args: must be a list of strings",
				"c.yaml:4:43: servers.a.env: must be a mapping",
				"c.yaml:4:15: servers.a.command: must not be empty",
			},
		},
		{
			name: "unset variables",
			yaml: "servers:\n  a:\n    command: ${NOPE}/x\n    args:\n      - ${ALSO}${NOT}\n",
			want: []string{
				"c.yaml:3:14: servers.a.command: environment variable NOPE is not set; set it, or use ${NOPE:-default}",
				"c.yaml:5:9: servers.a.args[0]: environment variable ALSO is not set; set it, or use ${ALSO:-default}",
				"c.yaml:5:9: servers.a.args[0]: environment variable NOT is not set; set it, or use ${NOT:-default}",
			},
		},
		{
			name: "listen", yaml: "listen: 0.0.0.0:50051\nadmin_listen: :80\n",
			want: []string{
				"c.yaml:1:1: listen: 0.0.0.0:50051 is reachable from other machines, and coderefd does not support TLS yet: " +
					"listen on a loopback address or a unix socket behind a TLS proxy, or set --insecure to serve in plain text",
				"c.yaml:2:1: admin_listen: :80 is reachable from other machines, " +
					"and exposes profiles of this process to every client: " +
					"use a loopback address, or set --insecure",
			},
		},
		{
			name: "no number at all", yaml: "retry: {budget: {ratio: .nan}}\n",
			want: []string{"c.yaml:1:18: retry.budget.ratio: must be between 0 and 1, not NaN"},
		},
		{
			name: "signed port", yaml: "listen: 127.0.0.1:+5\n",
			want: []string{`c.yaml:1:1: listen: port must be between 0 and 65535, not "+5"`},
		},
		{
			name: "long path of a socket", yaml: "listen: unix:///" + strings.Repeat("x", 200) + "\n",
			want: []string{"c.yaml:1:1: listen: the path of a socket must be at most 107 bytes long, not 201"},
		},
		{
			name: "bad addresses", yaml: "listen: here\nadmin_listen: unix:///x\n",
			want: []string{
				`c.yaml:1:1: listen: must be host:port or unix:///path, not "here"`,
				`c.yaml:2:1: admin_listen: must be host:port, not "unix:///x"`,
			},
		},
		{
			name: "bounds",
			yaml: "deadlines: {default: 1h, max: 30m}\nretry: {max_attempts: 0}\nservers:\n  a b: {command: x}\n" +
				"  c: {command: x, sharing: all, processes: 0, timeouts: {probe: 1m}, restart: {initial: 1s, max: 1ms}}\n",
			want: []string{
				"c.yaml:1:13: deadlines.default: must be between 5ms and 30m0s, not 1h0m0s",
				"c.yaml:2:9: retry.max_attempts: must be between 1 and 10, not 0",
				`c.yaml:4:3: servers.a b: the name of a server must be 1 to 128 characters of A-Z a-z 0-9 _ . -, not "a b"`,
				`c.yaml:5:19: servers.c.sharing: must be one of shared, per_principal, per_call, not "all"`,
				"c.yaml:5:33: servers.c.processes: must be between 1 and 256, not 0",
				"c.yaml:5:58: servers.c.timeouts.probe: must be between 1ms and 2s, not 1m0s",
				"c.yaml:5:93: servers.c.restart.max: must not be shorter than initial, 1s",
			},
		},
		{
			name: "limits for all tools", yaml: "servers: {a: {command: x, tools: {\"*\": {timeout: 1s}}}}",
			want: []string{
				`c.yaml:1:35: servers.a.tools.*: the only key allowed here is "repeatable"; ` +
					"set limits for all tools at the server itself",
			},
		},
		{
			name: "processes of a server that is not shared", yaml: "servers: {a: {command: x, processes: 2}}",
			want: []string{"c.yaml:1:27: servers.a.processes: more than one process is allowed only with sharing: shared"},
		},
		{
			name: "unknown MCP revision", yaml: "servers: {a: {command: x, protocol_version: 2023-01-01}}",
			want: []string{
				`c.yaml:1:27: servers.a.protocol_version: must be one of 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, ` +
					`2024-11-05, not "2023-01-01"`,
			},
		},
		{
			name: "NUL", yaml: "servers: {a: {command: x, args: [\"a\\0b\"], env: {A: \"\\0\"}}}",
			want: []string{
				"c.yaml:1:34: servers.a.args[0]: must not contain a NUL character",
				"c.yaml:1:49: servers.a.env.A: must not contain a NUL character",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := load(t, test.yaml)
			same(t, "problems", problems(t, err), test.want)
		})
	}
}

func TestLoadInsecure(t *testing.T) {
	cfg, err := config.Load(config.Inputs{Flags: map[string]string{
		"listen": "0.0.0.0:50051", "insecure": "true", "codeintel.enabled": "false",
	}})
	if err != nil {
		t.Fatal(err)
	}
	same(
		t, "warnings", cfg.Warnings(),
		[]string{"--listen: listen: 0.0.0.0:50051 serves every client that can reach it, in plain text"},
	)
}

func TestLoadMissingFiles(t *testing.T) {
	_, err := config.Load(config.Inputs{File: "/no/c.yaml", MCPConfigs: []string{"/no/m.json"}})
	same(t, "problems", problems(t, err), []string{
		"c.yaml: no such file or directory",
		"m.json: no such file or directory",
	})
	_, err = config.Load(config.Inputs{Environ: []string{"CODEREFD_CONFIG=/no/c.yaml", "CODEREFD_MCP_CONFIG=/no/m.json"}})
	same(t, "problems", problems(t, err), []string{
		"c.yaml: no such file or directory (named by CODEREFD_CONFIG)",
		"m.json: no such file or directory (named by CODEREFD_MCP_CONFIG)",
	})
	_, err = load(t, "mcp_configs: [/no/m.json]\n")
	same(t, "problems", problems(t, err), []string{"c.yaml:1:15: mcp_configs[0]: /no/m.json: no such file or directory"})
}

func TestLoadBadFlagsAndVariables(t *testing.T) {
	_, err := config.Load(config.Inputs{
		Environ: []string{"CODEREFD_SHUTDOWN_GRACE=5", "CODEREFD_LOG_FORMAT=xml"},
		Flags:   map[string]string{"log.level": "loud", "insecure": "perhaps"},
	})
	same(t, "problems", problems(t, err), []string{
		`CODEREFD_SHUTDOWN_GRACE: must be a duration with a unit, such as 30s, not "5"`,
		`--insecure: must be true or false, not "perhaps"`,
		`--log-level: log.level: must be one of debug, info, warn, error, not "loud"`,
		`CODEREFD_LOG_FORMAT: log.format: must be one of auto, text, json, not "xml"`,
	})
}

func TestTooLargeFile(t *testing.T) {
	_, err := load(t, strings.Repeat("#", config.FileBytes+1))
	if got := problems(t, err); len(got) != 1 || !strings.Contains(got[0], "larger than 16777216 bytes") {
		t.Errorf("got problems %q, want one about a file larger than 16777216 bytes", got)
	}
}

// The documentation shows every key with its default.
func TestDocumentedDefaults(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(doc), "```yaml\n")
	yaml, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("got no YAML in the documentation, want some")
	}
	cfg, err := config.Load(config.Inputs{
		File: write(t, "c.yaml", yaml), Environ: []string{"HOME=/h"},
		Flags: map[string]string{"codeintel.enabled": "false"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.CodeIntel = config.CodeIntel{Args: []string{}}
	server := config.DefaultServer("example")
	server.Command, server.Args = "/usr/bin/example-mcp", []string{"--root", "/h"}
	server.Tools = cfg.Server("example").Tools // examples, not defaults
	want.Servers = []config.Server{server}
	unexported := cmpopts.IgnoreUnexported(config.Config{})
	if diff := cmp.Diff(want, cfg, unexported, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the documentation differs from the defaults (-defaults +documentation):\n%s", diff)
	}
}
