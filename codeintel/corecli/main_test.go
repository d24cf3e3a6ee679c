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

// helpText is the output of --help of the scripted programs.
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

// program writes a scripted coderef and returns its folder. It prints its version and its
// commands; for any other command it runs the given lines of shell.
func program(t *testing.T, lines string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripted program is a shell script")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "help"), helpText, 0o644)
	script := "#!/bin/sh\n" +
		"here=" + dir + "\n" +
		"case \"$1\" in\n" +
		"--version) echo 'coderef/1.4.2 linux'; exit;;\n" +
		"--help) cat $here/help; exit;;\n" +
		"esac\n" +
		lines + "\n"
	write(t, filepath.Join(dir, "coderef"), script, 0o755)
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

// find returns a CLI that runs a scripted program.
func find(t *testing.T, lines string) *CLI {
	t.Helper()
	c, err := Find(context.Background(), Options{Path: filepath.Join(program(t, lines), "coderef")})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantError fails the test unless err is an [Error] with the code and its message contains
// the parts.
func wantError(t *testing.T, err error, code Code, parts ...string) {
	t.Helper()
	e, ok := err.(*Error) //nolint:errorlint // must not be wrapped
	if !ok || e.Code != code {
		t.Fatalf("got error %v, want code %s", err, code)
	}
	for _, part := range parts {
		if !strings.Contains(e.Message, part) {
			t.Errorf("got message %q, want %q in it", e.Message, part)
		}
	}
}
