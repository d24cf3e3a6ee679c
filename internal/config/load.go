package config

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Inputs are the places that a configuration is read from.
type Inputs struct {
	// File is coderefd's own YAML. Empty: CODEREFD_CONFIG, else none.
	File string
	// MCPConfigs are mcpServers files, read after those that File and
	// CODEREFD_MCP_CONFIG name.
	MCPConfigs []string
	// Flags are the settings that were given as flags, by the names in
	// [SettingNames].
	Flags map[string]string
	// Environ is the environment, as os.Environ gives it.
	Environ []string
	// Executable is our own path; the default child is looked for beside it.
	// Empty: it is not.
	Executable string
}

// Load reads and checks the configuration. Everything that is wrong comes back in
// one [*Error].
func Load(in Inputs) (*Config, error) {
	l := &loader{in: in, env: lookupIn(in.Environ), config: Default()}
	l.readFile()
	l.readVariables()
	l.readFlags()
	l.readMCPConfigs()
	l.addCodeIntel()
	l.warnPlainText()
	l.config.check(&l.problems)
	if err := l.problems.err(); err != nil {
		return nil, err
	}
	return l.config, nil
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
	in       Inputs
	env      environment
	config   *Config
	problems problems
}

// readFile reads our own YAML, if one is named.
func (l *loader) readFile() {
	file := l.in.File
	if file == "" {
		file, _ = l.env("CODEREFD_CONFIG")
	}
	if file == "" {
		return
	}
	if data, ok := l.read(file, position{}, "config"); ok {
		r := &yamlReader{file: file, problems: &l.problems, origins: l.config.origins, env: l.env}
		r.readFile(l.config, data)
	}
}

// readMCPConfigs reads the mcpServers files in order.
func (l *loader) readMCPConfigs() {
	for _, ref := range l.config.mcpConfigs {
		l.readMCPConfig(ref)
	}
	for _, file := range l.in.MCPConfigs {
		l.readMCPConfig(mcpConfigRef{path: file, field: "--mcp-config"})
	}
}

func (l *loader) readMCPConfig(ref mcpConfigRef) {
	data, ok := l.read(ref.path, ref.at, ref.field)
	if !ok {
		return
	}
	found := origins{}
	r := &mcpReader{file: ref.path, problems: &l.problems, origins: found, env: l.env}
	r.read(data)
	l.config.Warnings = append(l.config.Warnings, r.warnings...)
	for _, s := range r.servers {
		l.addServer(s, found[serverField(s.Name)])
	}
}

// addServer adds a server of an mcpServers file, unless its name is taken.
func (l *loader) addServer(s Server, at position) {
	field := serverField(s.Name)
	for _, have := range l.config.Servers {
		if have.Name == s.Name {
			l.problems.add(at, field, "a server of that name is configured already, in %s", l.config.origins.of(field).text())
			return
		}
	}
	l.config.origins[field] = at
	l.config.Servers = append(l.config.Servers, s)
}

// read returns a file's content; a failure becomes a problem of the setting that
// named it.
func (l *loader) read(file string, at position, field string) ([]byte, bool) {
	data, err := readLimited(file)
	if err != nil {
		l.problems.add(at, field, "%v", err)
	}
	return data, err == nil
}

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

// text names a position for a message.
func (p position) text() string {
	if p.line == 0 {
		return p.file
	}
	return fmt.Sprintf("%s:%d", p.file, p.line)
}
