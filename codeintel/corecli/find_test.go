package corecli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFindOnPath(t *testing.T) {
	t.Setenv("PATH", program(t, "echo '[]'")+":/usr/bin:/bin")
	c, err := Find(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Version() != (Version{1, 4, 2}) || !c.Has("scan") || !c.Has("q") || c.Has("its") || c.Has("complexity") || c.Has("help") {
		t.Errorf("version %s, commands %q", c.Version(), c.commands)
	}
}

// TestFindInstallation: a coderef on PATH that cannot tell its version is passed
// over for the installation that CODEREF_CLI_PATH names, which node runs.
func TestFindInstallation(t *testing.T) {
	bin, installed := t.TempDir(), program(t, "echo '[]'")
	write(t, filepath.Join(bin, "coderef"), "#!/bin/sh\nexit 1\n", 0o755)
	write(t, filepath.Join(bin, "node"), "#!/bin/sh\nshift\nexec "+installed+"/coderef \"$@\"\n", 0o755)
	write(t, filepath.Join(installed, "dist", "cli.js"), "", 0o644)
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	t.Setenv(PathVariable, "")
	_, err := Find(t.Context(), Options{})
	wants(t, err, NotFound, "coderef on PATH", "status 1", PathVariable+" is not set")
	t.Setenv(PathVariable, installed)
	for _, o := range []Options{{}, {Path: installed}, {Path: filepath.Join(installed, "dist", "cli.js")}} {
		c, err := Find(t.Context(), o)
		if err != nil {
			t.Errorf("%+v: %v", o, err)
		} else if want := []string{filepath.Join(bin, "node"), filepath.Join(installed, "dist", "cli.js")}; !slices.Equal(c.argv, want) {
			t.Errorf("%+v: argv %q", o, c.argv)
		}
	}
}

func TestNotFound(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(PathVariable, t.TempDir())
	_, err := Find(t.Context(), Options{})
	wants(t, err, NotFound, "coderef on PATH", "$"+PathVariable+"/dist/cli.js", "no such file")
	_, err = Find(t.Context(), Options{Path: "/nowhere/coderef"})
	wants(t, err, NotFound, "/nowhere/coderef")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(ctx, Options{Path: "/bin/cat"}); err != context.Canceled { //nolint:errorlint // it is not wrapped
		t.Errorf("cancelled: %v", err)
	}
}

func TestWrongVersion(t *testing.T) {
	for script, words := range map[string]string{
		"echo 3.0.0":                    "3.0.0 is not known",
		"echo welcome":                  `prints no version: "welcome"`,
		"[ $1 = --help ] || echo 2.0.0": "lists no commands",
	} {
		name := filepath.Join(t.TempDir(), "coderef")
		write(t, name, "#!/bin/sh\n"+script+"\ntrue\n", 0o755)
		_, err := Find(t.Context(), Options{Path: name})
		wants(t, err, WrongVersion, words)
	}
}

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]string{
		"1.2.3": "1.2.3", "v0.9.10\n": "0.9.10", "coderef/2.0.1-beta.2 linux-x64": "2.0.1", "@coderef/cli@1.0.0": "1.0.0", "CodeRef CLI\nversion 1.5.0": "1.5.0",
	} {
		if v, ok := parseVersion(text); !ok || v.String() != want {
			t.Errorf("%q: %s, %v", text, v, ok)
		}
	}
	for _, text := range []string{"", "1.2", "a1.2.3", "1.2.3.4", "1234567.0.0"} {
		if v, ok := parseVersion(text); ok {
			t.Errorf("%q: %s", text, v)
		}
	}
}

func TestParseCommands(t *testing.T) {
	got := parseCommands("coderef <command>\n\nCommands:\n  coderef scan <dir>  Scan it\n  coderef tag <path>  Write\n      coderef more\n\nOptions:\n  --help  Show\n  coderef nothing\n")
	if want := []string{"scan", "tag"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMissingCommand: what the program lacks is said before it is run.
func TestMissingCommand(t *testing.T) {
	c := find(t, "echo ran >&2; exit 9")
	c.commands = slices.DeleteFunc(c.commands, func(s string) bool { return s == "tag" })
	_, err := c.Tag(t.Context(), TagRequest{Root: "/", Path: "/a"})
	wants(t, err, WrongVersion, "1.4.2 has no command tag", "scan")
	if strings.Contains(err.Error(), "ran") {
		t.Error("it was run")
	}
}
