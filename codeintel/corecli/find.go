package corecli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// DefaultTimeout bounds one run of the program unless it is said.
	DefaultTimeout = 120 * time.Second
	// probeTimeout bounds what it takes to tell its version or commands.
	probeTimeout = 5 * time.Second
	// PathVariable names the folder of an installation that is not on PATH.
	PathVariable = "CODEREF_CLI_PATH"
	// maxRuns bounds how many run at a time: each may take hundreds of megabytes.
	maxRuns = 4
)

const findHint = "install the coderef CLI so that `coderef --version` works, or set " + PathVariable +
	" to the folder that has dist/cli.js, or name the program (-cli-path)"

// Options say which program to use.
type Options struct {
	Path    string        // a program, a script or a folder with dist/cli.js; empty: it is looked for
	Timeout time.Duration // of one run; 0 is [DefaultTimeout]
}

// CLI is an installed program. It is safe for concurrent use.
type CLI struct {
	argv     []string
	version  Version
	commands []string // sorted
	timeout  time.Duration
	slots    chan struct{}
}

// Version is that of the program.
func (c *CLI) Version() Version { return c.version }

// Has reports whether the program has a command.
func (c *CLI) Has(command string) bool {
	_, found := slices.BinarySearch(c.commands, command)
	return found
}

// Find looks for the program as the coderef servers always did: coderef on PATH if
// `coderef --version` succeeds within five seconds, else dist/cli.js below the
// folder in CODEREF_CLI_PATH, run by node. It asks for version and commands, so it
// takes some seconds at most. Errors are [Error] and name all that was tried.
func Find(ctx context.Context, o Options) (*CLI, error) {
	code, tried := NotFound, []string(nil)
	for _, place := range places(o) {
		c := &CLI{timeout: cmp.Or(o.Timeout, DefaultTimeout), slots: make(chan struct{}, maxRuns)}
		argv, err := place.find()
		if err == nil {
			c.argv = argv
			err = c.probe(ctx)
		}
		if err == nil {
			return c, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if e, ok := err.(*Error); ok { //nolint:errorlint // made by probe, never wrapped
			err = fmt.Errorf("%s", e.Message)
			if e.Code == WrongVersion {
				code = WrongVersion
			}
		}
		tried = append(tried, place.name+": "+err.Error())
	}
	return nil, failure(code, findHint, "no usable coderef CLI (%s)", strings.Join(tried, "; "))
}

// place is where the program may be.
type place struct {
	name string
	find func() ([]string, error)
}

func places(o Options) []place {
	if o.Path != "" {
		return []place{{o.Path, func() ([]string, error) { return command(o.Path) }}}
	}
	return []place{
		{"coderef on PATH", func() ([]string, error) { return command("coderef") }},
		{"$" + PathVariable + "/dist/cli.js", func() ([]string, error) {
			dir := os.Getenv(PathVariable)
			if dir == "" {
				return nil, fmt.Errorf("%s is not set", PathVariable)
			}
			return script(filepath.Join(dir, "dist", "cli.js"))
		}},
	}
}

// command returns the argv of a program, a script or the folder of an installation.
func command(name string) ([]string, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() && filepath.Base(name) != name {
		return script(filepath.Join(name, "dist", "cli.js"))
	}
	switch filepath.Ext(name) {
	case ".js", ".cjs", ".mjs":
		return script(name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, err
	}
	path, err = filepath.Abs(path) // it is run in other folders
	return []string{path}, err
}

func script(name string) ([]string, error) {
	//nolint:gosec // the user names the program by an option or PATH
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: no such file", name)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	name, err = filepath.Abs(name)
	return []string{node, name}, err
}

// probe asks the program what it is.
func (c *CLI) probe(ctx context.Context) error {
	printed, err := c.tell(ctx, "--version")
	if err != nil {
		return err
	}
	var ok bool
	if c.version, ok = parseVersion(printed); !ok {
		return failure(WrongVersion, "", "its --version prints no version: %q", excerpt(printed, ""))
	}
	if !c.version.known() {
		return failure(WrongVersion, "", "version %s is not known; versions below %d.0.0 are", c.version, belowMajor)
	}
	if printed, err = c.tell(ctx, "--help"); err != nil {
		return err
	}
	if c.commands = parseCommands(printed); len(c.commands) == 0 {
		return failure(WrongVersion, "", "its --help lists no commands")
	}
	return nil
}

// tell runs the program with an option that makes it print something of itself.
func (c *CLI) tell(ctx context.Context, option string) (string, error) {
	out, err := c.exec(ctx, probeTimeout, "", option)
	if err != nil {
		return "", err
	}
	if out.exit != 0 {
		return "", failure(Failed, "", "%s ended with status %d", option, out.exit)
	}
	return plain(out.stdout), nil
}
