package corecli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFindsProgramOnPath checks the version and the commands of a program on PATH.
func TestFindsProgramOnPath(t *testing.T) {
	t.Setenv("PATH", program(t, "echo '[]'")+":/usr/bin:/bin")
	c, err := Find(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := (Version{1, 4, 2}); c.Version() != want {
		t.Errorf("got version %s, want %s", c.Version(), want)
	}
	for command, want := range map[string]bool{"scan": true, "q": true, "its": false, "complexity": false, "help": false} {
		if got := c.Has(command); got != want {
			t.Errorf("Has(%q): got %v, want %v; commands %q", command, got, want, c.commands)
		}
	}
}

// TestFindsInstallationIfPathProgramFails checks that a coderef on PATH without a version is
// skipped, and that node runs the installation that CODEREF_CLI_PATH or [Options] names.
func TestFindsInstallationIfPathProgramFails(t *testing.T) {
	bin, installed := t.TempDir(), program(t, "echo '[]'")
	write(t, filepath.Join(bin, "coderef"), "#!/bin/sh\nexit 1\n", 0o755)
	write(t, filepath.Join(bin, "node"), "#!/bin/sh\nshift\nexec "+installed+"/coderef \"$@\"\n", 0o755)
	write(t, filepath.Join(installed, "dist", "cli.js"), "", 0o644)
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	t.Setenv(PathVariable, "")
	_, err := Find(t.Context(), Options{})
	wantError(t, err, NotFound, "coderef on PATH", "exit status 1", PathVariable+" is not set")
	t.Setenv(PathVariable, installed)
	for _, o := range []Options{{}, {Path: installed}, {Path: filepath.Join(installed, "dist", "cli.js")}} {
		c, err := Find(t.Context(), o)
		if err != nil {
			t.Errorf("%+v: got error %v, want none", o, err)
			continue
		}
		want := []string{filepath.Join(bin, "node"), filepath.Join(installed, "dist", "cli.js")}
		if !slices.Equal(c.argv, want) {
			t.Errorf("%+v: got argv %q, want %q", o, c.argv, want)
		}
	}
}

// TestFindErrorNamesTriedPlaces checks the error if no place has a program, and the error of
// a cancelled search.
func TestFindErrorNamesTriedPlaces(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(PathVariable, t.TempDir())
	_, err := Find(t.Context(), Options{})
	wantError(t, err, NotFound, "coderef on PATH", "$"+PathVariable+"/dist/cli.js", "no such file")
	_, err = Find(t.Context(), Options{Path: "/nowhere/coderef"})
	wantError(t, err, NotFound, "/nowhere/coderef")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Find(ctx, Options{Path: "/bin/cat"})
	if err != context.Canceled { //nolint:errorlint // must not be wrapped
		t.Errorf("cancelled: got error %v, want %v", err, context.Canceled)
	}
}

// TestFindRejectsUnsupportedVersion checks that a program with a later version, without a
// version or without commands is an error.
func TestFindRejectsUnsupportedVersion(t *testing.T) {
	for script, message := range map[string]string{
		"echo 3.0.0":                    "3.0.0 is not supported",
		"echo welcome":                  `prints no version number: "welcome"`,
		"[ $1 = --help ] || echo 2.0.0": "lists no commands",
	} {
		name := filepath.Join(t.TempDir(), "coderef")
		write(t, name, "#!/bin/sh\n"+script+"\ntrue\n", 0o755)
		_, err := Find(t.Context(), Options{Path: name})
		wantError(t, err, WrongVersion, message)
	}
}

// TestParseVersionFindsVersion checks the version in outputs of --version, and outputs without one.
func TestParseVersionFindsVersion(t *testing.T) {
	for text, want := range map[string]string{
		"1.2.3":                          "1.2.3",
		"v0.9.10\n":                      "0.9.10",
		"coderef/2.0.1-beta.2 linux-x64": "2.0.1",
		"@coderef/cli@1.0.0":             "1.0.0",
		"CodeRef CLI\nversion 1.5.0":     "1.5.0",
	} {
		if v, ok := parseVersion(text); !ok || v.String() != want {
			t.Errorf("parseVersion(%q): got %s, %v, want %s", text, v, ok, want)
		}
	}
	for _, text := range []string{"", "1.2", "a1.2.3", "1.2.3.4", "1234567.0.0"} {
		if v, ok := parseVersion(text); ok {
			t.Errorf("parseVersion(%q): got %s, want no version", text, v)
		}
	}
}

// TestParseCommandsReadsOnlyCommandSection checks that continuation lines and other
// sections contain no commands.
func TestParseCommandsReadsOnlyCommandSection(t *testing.T) {
	got := parseCommands(`coderef <command>

Commands:
  coderef scan <dir>  Scan it
  coderef tag <path>  Write
      coderef more

Options:
  --help  Show
  coderef nothing
`)
	if want := []string{"scan", "tag"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDoesNotRunMissingCommand checks that a command which the program lacks is an error
// that names its commands, and that the program does not run.
func TestDoesNotRunMissingCommand(t *testing.T) {
	c := find(t, "echo ran >&2; exit 9")
	c.commands = slices.DeleteFunc(c.commands, func(s string) bool { return s == "tag" })
	_, err := c.Tag(t.Context(), TagRequest{Root: "/", Path: "/a"})
	wantError(t, err, WrongVersion, "1.4.2 has no command tag", "scan")
	if strings.Contains(err.Error(), "ran") {
		t.Errorf("got %v, which contains output of the program, want no run", err)
	}
}
