package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// serveCall runs a server for one call and returns its standard output.
func serveCall(t *testing.T, call string, flags ...string) string {
	t.Helper()
	cmd := command(t, flags...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(handshake+call), &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("got %v, standard error %s, want neither", err, stderr.Bytes())
	}
	return string(out)
}

// TestCacheSurvivesRestart checks that the cache has files after a process ends, and that the
// next process returns the same result with it.
func TestCacheSurvivesRestart(t *testing.T) {
	dir, kept := project(t, 50), filepath.Join(t.TempDir(), "kept")
	first := serveCall(t, callLine(1, dir), "-cache-dir", kept)
	files, err := os.ReadDir(kept)
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d files in the cache, %v, want some", len(files), err)
	}
	second := serveCall(t, callLine(1, dir), "-cache-dir", kept)
	if result := resultOf(first); result == "" || result != resultOf(second) {
		t.Errorf("got %s with the cache, want %s", second, first)
	}
	before := serveCall(t, callLine(1, dir), "-cache-dir", "")
	if resultOf(before) != resultOf(first) {
		t.Errorf("got %s without a cache, want %s", before, first)
	}
}

// resultOf returns the response to request 1.
func resultOf(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, `"id":1,`) {
			return line
		}
	}
	return ""
}

// TestRejectsPathsOutsideRoots checks that calls and reads outside the roots fail, also through
// symbolic links.
func TestRejectsPathsOutsideRoots(t *testing.T) {
	inside, outside := project(t, 2), project(t, 2)
	link := filepath.Join(inside, "link")
	if err := os.Symlink(outside, link); err != nil {
		t.Skip("no symbolic links here")
	}
	for dir, allowed := range map[string]bool{
		inside: true, inside + "/": true, outside: false, link: false,
		inside + "/../" + filepath.Base(filepath.Dir(outside)): false,
	} {
		out := serveCall(t, callLine(1, dir), "-root", inside)
		if refused := strings.Contains(out, "OUTSIDE_ROOTS"); refused == allowed {
			t.Errorf("%s: got %s, want OUTSIDE_ROOTS %v", dir, out, !allowed)
		}
	}
	read := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"resources/read",`+
		`"params":{"uri":"coderef://summary%s"}}`+"\n", outside)
	if out := serveCall(t, read, "-root", inside); !strings.Contains(out, "OUTSIDE_ROOTS") {
		t.Errorf("read: got %s, want OUTSIDE_ROOTS", out)
	}
}

func TestRejectsInvalidIndexFlags(t *testing.T) {
	for _, flags := range [][]string{
		{"-root", "relative"},
		{"-root", "/nowhere/at/all"},
		{"-memory-limit", "0"},
		{"-cache-limit", "-1"},
	} {
		out, err := command(t, flags...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "coderef-mcp:") {
			t.Errorf("%q: got %v, %s, want an error", flags, err, out)
		}
	}
}
