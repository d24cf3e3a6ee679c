package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Inputs are the places that a configuration is read from.
type Inputs struct {
	// File is coderefd's own YAML. Empty: CODEREFD_CONFIG, else none.
	File string
	// MCPConfigs are further files of servers, and folders of such files, read after
	// those that File and CODEREFD_MCP_CONFIG name: *.json and *.jsonc as other MCP
	// clients have them, *.yaml and *.yml with the servers of our own file.
	MCPConfigs []string
	// ProjectMCP reads .mcp.json of the working folder too, if it is there. Nothing
	// but this makes a checked-out repository start programs.
	ProjectMCP bool
	// Flags are the settings that were given as flags, by the names in
	// [SettingNames].
	Flags map[string]string
	// Environ is the environment, as os.Environ gives it.
	Environ []string
	// Executable is our own path; the default child is looked for beside it.
	// Empty: it is not.
	Executable string
}

// Load reads and checks the configuration. Everything that keeps the service from
// starting comes back in one [*Error].
func Load(in Inputs) (*Config, error) {
	l := load(in)
	if err := l.problems.err(); err != nil {
		return nil, err
	}
	return l.config, nil
}

// Report is what [Check] found.
type Report struct {
	// Problems of all severities: by file in the order of reading, then by place.
	Problems []Problem
	// Servers that would be run; none if the service would not start.
	Servers []Server
}

// Check reads the configuration as [Load] does and reports everything that is to
// be said about it, of files of folders too.
func Check(in Inputs) Report {
	l := load(in)
	r := Report{Problems: append(slices.Clone(l.problems.list), l.notices.list...)}
	files := map[string]int{}
	for _, p := range append([]Problem{{File: l.file()}, {}}, r.Problems...) {
		if _, ok := files[p.File]; !ok {
			files[p.File] = len(files)
		}
	}
	slices.SortStableFunc(r.Problems, func(a, b Problem) int {
		// What is said of a file as a whole comes after the reasons.
		return cmp.Or(cmp.Compare(files[a.File], files[b.File]),
			cmp.Compare(uint(a.Line-1), uint(b.Line-1)), cmp.Compare(a.Column, b.Column))
	})
	if len(l.problems.list) == 0 {
		r.Servers = l.config.Servers
	}
	return r
}

func load(in Inputs) *loader {
	l := &loader{in: in, env: lookupIn(in.Environ), config: Default()}
	l.config.secrets = secretVariables(in.Environ)
	l.readFile()
	l.readVariables()
	l.readFlags()
	l.readMCPConfigs()
	l.addCodeIntel()
	l.warnPlainText()
	l.config.check(&l.problems)
	l.config.Notices = l.notices.list
	return l
}

// warnPlainText tells of listeners that others can reach: --insecure allows them,
// but nobody should be able to forget it.
func (l *loader) warnPlainText() {
	for _, s := range []struct{ field, text string }{{"listen", l.config.Listen}, {"admin_listen", l.config.AdminListen}} {
		if address, err := ParseAddress(s.text); err == nil && !address.Loopback() {
			l.warn(s.field, s.text+" serves whoever can reach it, in plain text")
		}
	}
}

// loader gathers one configuration.
type loader struct {
	in     Inputs
	env    environment
	config *Config
	// problems keep the service from starting; notices do not.
	problems, notices problems
}

// file is our own YAML; empty: none.
func (l *loader) file() string {
	if l.in.File != "" {
		return l.in.File
	}
	file, _ := l.env("CODEREFD_CONFIG")
	return file
}

// readFile reads our own YAML, if one is named.
func (l *loader) readFile() {
	file := l.file()
	if file == "" {
		return
	}
	data, err := readLimited(file)
	if err != nil {
		l.problems.add(position{}, "config", "%v", err)
		return
	}
	r := &yamlReader{file: file, problems: &l.problems, origins: l.config.origins, env: l.env}
	r.readFile(l.config, data)
}

// readLimited returns the content of a file of at most FileBytes.
func readLimited(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, FileBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", err)
	case len(data) > FileBytes:
		return nil, fmt.Errorf("%s: is larger than %d bytes", file, FileBytes)
	}
	return data, nil
}

// exists reports whether a path leads anywhere.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// lookupIn looks variables up in a list of NAME=value; the last one holds.
func lookupIn(environ []string) environment {
	values := make(map[string]string, len(environ))
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok {
			values[name] = value
		}
	}
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

func serverField(name string) string { return "servers." + name }
