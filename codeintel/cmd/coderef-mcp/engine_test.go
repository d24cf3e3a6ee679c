package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestCLIEngineRunsProgramOnPath checks that -engine=cli runs the coderef program on PATH.
func TestCLIEngineRunsProgramOnPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the installed program is a shell script")
	}
	bin, dir := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\ncase $1 in\n--version) echo 1.4.2;;\n--help) printf 'Commands:\\n  query\\n';;\n" +
		"*) echo \"[INFO] $*\"; echo '[\"@Fn/b.ts#g\"]';;\nesac\n"
	if err := os.WriteFile(filepath.Join(bin, "coderef"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out := serveCall(t, callLine(1, dir), "-engine=cli")
	for _, want := range []string{"by the coderef CLI 1.4.2", `"from":"@Fn/b.ts#g"`, `"precision":"heuristic"`} {
		if !strings.Contains(out, want) {
			t.Errorf("got %s, want %s", out, want)
		}
	}
}

func TestRejectsInvalidEngineFlags(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CODEREF_CLI_PATH", "")
	for want, flags := range map[string][]string{
		"-engine is native or cli": {"-engine=other"},
		"-cli-path needs":          {"-cli-path=/x"},
		"must be positive":         {"-engine=cli", "-cli-timeout=-1s"},
		"coderef on PATH: exec":    {"-engine=cli"},
		"CODEREF_CLI_PATH":         {"-engine=cli"},
		"/nowhere/coderef":         {"-engine=cli", "-cli-path=/nowhere/coderef"},
	} {
		out, err := command(t, flags...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "coderef-mcp: ") || !strings.Contains(string(out), want) {
			t.Errorf("%q: got %v, %s, want an error with %q", flags, err, out, want)
		}
	}
}
