package mcpbridge_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestFailureReport: the status and the log report the facts of a failure, and neither
// contains values of the environment. The status contains no output of the server.
func TestFailureReport(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "script")
	if err := os.WriteFile(file, []byte("#!/no/such/interpreter\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(folder, "executable")
	if err := os.WriteFile(script, []byte("#!/no/such/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	command := func(change func(*mcpbridge.ServerConfig)) mcpbridge.ServerConfig {
		sc := faulty(t, "a", "normal")
		change(&sc)
		return sc
	}
	in := func(sc mcpbridge.ServerConfig) mcpbridge.ServerConfig { sc.Dir = folder; return sc }
	silent := faulty(t, "a", "hang-init")
	silent.StartTimeout, silent.ProbeTimeout = 100*time.Millisecond, 10*time.Millisecond
	leaks := faulty(t, "a", "init-leaks")
	leaks.Env = append(leaks.Env, "SECRET=of the handshake")
	const ran = `, [0-9.µm]+s after the start of program ".*"`
	tests := map[string]struct {
		server mcpbridge.ServerConfig
		want   string // pattern
	}{
		"program not in PATH": {
			server: command(func(sc *mcpbridge.ServerConfig) {
				sc.Command, sc.Env = "no-such-program", []string{"PATH=/no/such/bin:relative:/nor/this"}
			}),
			want: `program "no-such-program" was not found in the server's PATH \(/no/such/bin, /nor/this\)`,
		},
		"program": {
			server: command(func(sc *mcpbridge.ServerConfig) { sc.Command = "/no/such/program" }),
			want:   `program "/no/such/program" does not exist`,
		},
		"folder": {
			server: command(func(sc *mcpbridge.ServerConfig) { sc.Dir = "/no/such/folder" }),
			want:   `working folder "/no/such/folder" does not exist`,
		},
		"file as a folder": {
			server: command(func(sc *mcpbridge.ServerConfig) { sc.Dir = file }),
			want:   `working folder "` + file + `" is not a folder`,
		},
		"not executable": {
			server: command(func(sc *mcpbridge.ServerConfig) { sc.Command = file }),
			want:   `program "` + file + `" is not executable`,
		},
		"relative": {
			server: command(func(sc *mcpbridge.ServerConfig) { sc.Command, sc.Dir = "./script", folder }),
			want:   `program "./script" is not executable`,
		},
		"interpreter": {
			server: command(func(sc *mcpbridge.ServerConfig) { sc.Command = script }),
			want:   `program "` + script + `" exists, but the interpreter in its first line or its dynamic loader does not`,
		},
		"exit code": {
			server: in(faulty(t, "a", "init-exit")),
			want:   `the process ended: exit status \d+, during the handshake` + ran + ` in folder "` + folder + `"`,
		},
		"silent": {server: silent, want: `no response to the handshake` + ran},
		"version": {
			server: faulty(t, "a", "version-2099"), want: `no valid MCP handshake, or no common MCP revision` + ran,
		},
		"error": {server: leaks, want: `JSON-RPC error -?\d+ during the handshake` + ran},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var logged syncBuffer
			b := openConfig(t, mcpbridge.Config{
				Servers: []mcpbridge.ServerConfig{tt.server}, Logger: slog.New(slog.NewTextHandler(&logged, nil)),
			})
			logged.await(t, "server went down")
			if got := b.Servers()[0].LastErrorReport; !regexp.MustCompile(`^` + tt.want + `$`).MatchString(got) {
				t.Errorf("report = %s\nwant %s", got, tt.want)
			}
			text := logged.String()
			for _, fact := range []string{" program=", " ran="} {
				if !strings.Contains(text, fact) {
					t.Errorf("log %s lacks %q, want it", text, fact)
				}
			}
			if dir := tt.server.Dir; dir != "" && !strings.Contains(text, " folder="+dir) {
				t.Errorf("log %s lacks the folder, want %q", text, " folder="+dir)
			}
			if strings.Contains(text, "of the handshake") {
				t.Errorf("log %s contains a value of the environment, want none", text)
			}
		})
	}
}

// TestFailureReportOfKilled: the report names the signal that ended a process in use.
func TestFailureReportOfKilled(t *testing.T) {
	t.Parallel()
	b := open(t, faulty(t, "a", "normal"))
	call(t, b, "", "echo", `{}`)
	changes, cancel := b.Subscribe()
	defer cancel()
	if err := syscall.Kill(b.Servers()[0].Instances[0].PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	await(t, changes, "a last error", func() bool { return b.Servers()[0].LastError != nil })
	want := regexp.MustCompile(`^the process ended: signal: killed, .*s after the start of program ".*"$`)
	if got := b.Servers()[0].LastErrorReport; !want.MatchString(got) {
		t.Errorf("LastErrorReport = %s, want a match of %s", got, want)
	}
}
