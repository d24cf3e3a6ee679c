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
	// DefaultTimeout is the default time limit for one run of the program.
	DefaultTimeout = 120 * time.Second
	// probeTimeout is the time limit for printing the version or the commands.
	probeTimeout = 5 * time.Second
	// PathVariable is the environment variable with the folder of an installation that is
	// not on PATH.
	PathVariable = "CODEREF_CLI_PATH"
	// maxRuns is the maximum number of simultaneous runs: each can use hundreds of megabytes.
	maxRuns = 4
)

const findHint = "install the coderef CLI so that `coderef --version` works, or set " + PathVariable +
	" to the folder that contains dist/cli.js, or name the program (-cli-path)"

// Options selects the program.
type Options struct {
	// Path is a program, a script, or a folder that contains dist/cli.js. If it is empty,
	// [Find] searches for the program.
	Path    string
	Timeout time.Duration // of one run; 0 means [DefaultTimeout]
}

// CLI is an installed program. It is safe for concurrent use; at most 4 runs are
// simultaneous, others wait.
type CLI struct {
	argv     []string
	version  Version
	commands []string // sorted
	timeout  time.Duration
	slots    chan struct{}
}

// Version returns the version of the program.
func (c *CLI) Version() Version { return c.version }

// Has reports whether the program has a command.
func (c *CLI) Has(command string) bool {
	_, found := slices.BinarySearch(c.commands, command)
	return found
}

// Find finds the program. Without [Options.Path], it is coderef on PATH if
// `coderef --version` succeeds within 5 seconds, else dist/cli.js in the folder that
// CODEREF_CLI_PATH names, run by node: the same search as in other coderef servers. Find
// runs the program to read its version and its commands, which takes at most 5 seconds for
// each. The error is an [Error] that names every place that was tried, or the error of ctx.
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

// place is a place where the program may be installed.
type place struct {
	name string                   // for error messages
	find func() ([]string, error) // returns the argv of the program
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

// command returns the argv of a program, a script or an installation folder.
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
	path, err = filepath.Abs(path) // runs have other working directories
	return []string{path}, err
}

// script returns the argv that runs a script with node.
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

// probe reads the version and the commands of the program.
func (c *CLI) probe(ctx context.Context) error {
	printed, err := c.printed(ctx, "--version")
	if err != nil {
		return err
	}
	var ok bool
	if c.version, ok = parseVersion(printed); !ok {
		return failure(WrongVersion, "", "--version prints no version number: %q", excerpt(printed, ""))
	}
	if !c.version.supported() {
		return failure(WrongVersion, "", "version %s is not supported; versions below %d.0.0 are",
			c.version, unsupportedMajor)
	}
	if printed, err = c.printed(ctx, "--help"); err != nil {
		return err
	}
	if c.commands = parseCommands(printed); len(c.commands) == 0 {
		return failure(WrongVersion, "", "--help lists no commands")
	}
	return nil
}

// printed runs the program with one option and returns its output.
func (c *CLI) printed(ctx context.Context, option string) (string, error) {
	out, err := c.exec(ctx, probeTimeout, "", option)
	if err != nil {
		return "", err
	}
	if out.exit != 0 {
		return "", failure(Failed, "", "%s failed with exit status %d", option, out.exit)
	}
	return plain(out.stdout), nil
}
