package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRun(t *testing.T) {
	t.Setenv("GOGC", "100") // run must not tune the collector of the test process
	for _, tt := range []struct {
		name           string
		args           []string
		stdin          io.Reader
		code           int
		stdout, stderr []string // texts in the output; none: no output
	}{
		{name: "version", args: []string{"-version"}, stdout: []string{"coderef-mcp " + version + "\n"}},
		{
			name: "help", args: []string{"-h"},
			stderr: []string{"MCP server on standard input and output", "coderef_scan", "coderef_query", "-version"},
		},
		{
			name: "unknown flag", args: []string{"-no-such"}, code: exitUsage,
			stderr: []string{"not defined: -no-such", "-version"},
		},
		{
			name: "argument", args: []string{"-version", "scan", "."}, code: exitUsage,
			stderr: []string{`unexpected argument "scan"`, "-version"},
		},
		{
			name: "invalid flag of the index", args: []string{"-memory-limit=0"}, code: exitUsage,
			stderr: []string{"coderef-mcp: -cache-limit and -memory-limit must be positive"},
		},
		{
			name: "invalid flag of the engine", args: []string{"-cache-dir=", "-engine=other"}, code: exitUsage,
			stderr: []string{"coderef-mcp: -engine is native or cli"},
		},
		{
			name: "session", args: []string{"-cache-dir="}, stdin: strings.NewReader(handshake),
			stdout: []string{`"id":"init","result":`},
		},
		{
			name: "unreadable input", args: []string{"-cache-dir="}, stdin: iotest.ErrReader(errors.New("broken")),
			code: exitFailure, stderr: []string{"server stopped", "broken"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if got := run(tt.args, tt.stdin, &stdout, &stderr); got != tt.code {
				t.Errorf("got exit code %d, want %d", got, tt.code)
			}
			checkOutput(t, "standard output", stdout.String(), tt.stdout)
			checkOutput(t, "standard error", stderr.String(), tt.stderr)
		})
	}
}

func checkOutput(t *testing.T, stream, got string, want []string) {
	t.Helper()
	if len(want) == 0 && got != "" {
		t.Errorf("%s: got %q, want none", stream, got)
	}
	for _, text := range want {
		if !strings.Contains(got, text) {
			t.Errorf("%s: got %q, want %q in it", stream, got, text)
		}
	}
}
