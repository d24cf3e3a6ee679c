package corecli

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// helpText is what --help of the scripted programs prints.
const helpText = `Usage: coderef [options] [command]

Options:
  -V, --version                     output the version number

Commands:
  scan [options] <sourceDir>        Scan a project and list
                                    its elements
  query|q [options] <target>        Query relations
  impact [options] <target>         Impact
  coverage [options]
  validate [options] <sourceDir>    Validate
  drift [options] <sourceDir>       Drift
  diagram [options] [target] [dir]  Draw
  context [options] <sourceDir>     Context
  tag [options] <path>              Tag
  export [options]                  Export
  help [command]                    display help for command
`

// program writes a coderef that tells its version and commands, and else does what
// the lines of shell say. It returns its folder.
func program(t *testing.T, lines string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripted program is a shell script")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "help"), helpText, 0o644)
	write(t, filepath.Join(dir, "coderef"), "#!/bin/sh\nhere="+dir+"\ncase \"$1\" in\n--version) echo 'coderef/1.4.2 linux'; exit;;\n"+
		"--help) cat $here/help; exit;;\nesac\n"+lines+"\n", 0o755)
	return dir
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// find finds a scripted program.
func find(t *testing.T, lines string) *CLI {
	t.Helper()
	c, err := Find(context.Background(), Options{Path: filepath.Join(program(t, lines), "coderef")})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wants fails unless err is an [Error] of the code whose message has the words.
func wants(t *testing.T, err error, code Code, words ...string) {
	t.Helper()
	e, ok := err.(*Error) //nolint:errorlint // it must be one itself
	if !ok || e.Code != code {
		t.Fatalf("got %v, want code %s", err, code)
	}
	for _, word := range words {
		if !strings.Contains(e.Message, word) {
			t.Errorf("%q lacks %q", e.Message, word)
		}
	}
}
