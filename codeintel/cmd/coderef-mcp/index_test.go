package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ask runs a server for one call and returns all it printed.
func ask(t *testing.T, call string, flags ...string) string {
	t.Helper()
	cmd := command(t, flags...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(handshake+call), &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v, standard error: %s", err, stderr.Bytes())
	}
	return string(out)
}

// TestCacheAcrossProcesses: what one process learned is there when it has ended,
// and the next one answers the same with it.
func TestCacheAcrossProcesses(t *testing.T) {
	dir, kept := project(t, 50), filepath.Join(t.TempDir(), "kept")
	first := ask(t, callLine(1, dir), "-cache-dir", kept)
	files, err := os.ReadDir(kept)
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	second := ask(t, callLine(1, dir), "-cache-dir", kept)
	if result := resultOf(first); result == "" || result != resultOf(second) {
		t.Errorf("first %s, then %s", first, second)
	}
	before := ask(t, callLine(1, dir), "-cache-dir", "")
	if resultOf(before) != resultOf(first) {
		t.Errorf("without a cache %s, with one %s", before, first)
	}
}

// resultOf returns the answer to request 1.
func resultOf(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, `"id":1,`) {
			return line
		}
	}
	return ""
}

// TestRoots: outside of the roots nothing is looked at, however it is asked for.
func TestRoots(t *testing.T) {
	inside, outside := project(t, 2), project(t, 2)
	link := filepath.Join(inside, "link")
	if err := os.Symlink(outside, link); err != nil {
		t.Skip("no symbolic links here")
	}
	for dir, allowed := range map[string]bool{
		inside: true, inside + "/": true, outside: false, link: false, inside + "/../" + filepath.Base(filepath.Dir(outside)): false,
	} {
		out := ask(t, callLine(1, dir), "-root", inside)
		if refused := strings.Contains(out, "OUTSIDE_ROOTS"); refused == allowed {
			t.Errorf("%s: %s", dir, out)
		}
	}
	read := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"coderef://summary%s"}}`+"\n", outside)
	if out := ask(t, read, "-root", inside); !strings.Contains(out, "OUTSIDE_ROOTS") {
		t.Errorf("read: %s", out)
	}
}

func TestBadFlags(t *testing.T) {
	for _, flags := range [][]string{{"-root", "relative"}, {"-root", "/nowhere/at/all"}, {"-memory-limit", "0"}, {"-cache-limit", "-1"}} {
		out, err := command(t, flags...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "coderef-mcp:") {
			t.Errorf("%q: %v, %s", flags, err, out)
		}
	}
}
