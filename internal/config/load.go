package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Inputs are the sources of a configuration.
type Inputs struct {
	// File is coderefd's own YAML file. Empty means CODEREFD_CONFIG, or no file if that is not set.
	File string
	// MCPConfigs are further files of servers, and folders of such files. They are read after those of File
	// and CODEREFD_MCP_CONFIG. *.json and *.jsonc have the format of other MCP clients; *.yaml and *.yml
	// contain the servers section of coderefd's own file.
	MCPConfigs []string
	// ProjectMCP also reads .mcp.json of the working folder if it exists. Without it, a checked-out
	// repository cannot start programs.
	ProjectMCP bool
	// Flags are the settings from flags. The keys are those of [SettingNames].
	Flags map[string]string
	// Environ is the environment in the form of os.Environ.
	Environ []string
	// Executable is the path of this program. The default upstream is searched next to it. Empty means no
	// search there.
	Executable string
}

// Load reads and checks the configuration. All problems that prevent the start of the service are returned in
// one [*Error].
func Load(in Inputs) (*Config, error) {
	l := load(in)
	if err := l.problems.err(); err != nil {
		return nil, err
	}
	return l.config, nil
}

// Report is the result of [Check].
type Report struct {
	// Problems of all severities, sorted by file in the order of reading, then by position.
	Problems []Problem
	// Servers that the service would run; none if the service would not start.
	Servers []Server
}

// Check reads the configuration as [Load] does and reports all problems, including those of files in folders,
// and programs and working folders that do not exist.
func Check(in Inputs) Report {
	l := load(in)
	l.warnPrograms()
	r := Report{Problems: append(slices.Clone(l.problems.list), l.notices.list...)}
	files := map[string]int{}
	for _, p := range append([]Problem{{File: l.file()}, {}}, r.Problems...) {
		if _, ok := files[p.File]; !ok {
			files[p.File] = len(files)
		}
	}
	slices.SortStableFunc(r.Problems, func(a, b Problem) int {
		// Problems of a file as a whole follow their reasons.
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

// warnPlainText warns about listeners that are reachable from other machines. --insecure allows them, and the
// warning is a reminder.
func (l *loader) warnPlainText() {
	listeners := []struct{ field, text string }{{"listen", l.config.Listen}, {"admin_listen", l.config.AdminListen}}
	for _, s := range listeners {
		if address, err := ParseAddress(s.text); err == nil && !address.Loopback() {
			l.warn(s.field, s.text+" serves every client that can reach it, in plain text")
		}
	}
}

// loader builds one configuration.
type loader struct {
	in     Inputs
	env    environment
	config *Config
	// problems prevent the start of the service; notices do not.
	problems, notices problems
	// noCodeIntel: coderef-mcp was not found.
	noCodeIntel bool
}

// file is coderefd's own YAML; empty if there is none.
func (l *loader) file() string {
	if l.in.File != "" {
		return l.in.File
	}
	file, _ := l.env("CODEREFD_CONFIG")
	return file
}

// readFile reads coderefd's own YAML, if a path is set.
func (l *loader) readFile() {
	file := l.file()
	if file == "" {
		return
	}
	data, err := readLimited(file)
	if err != nil {
		source := "--config"
		if l.in.File == "" {
			source = "CODEREFD_CONFIG"
		}
		l.problems.unreadable(mcpConfigRef{path: file, field: source}, err)
		return
	}
	r := &yamlReader{file: file, problems: &l.problems, origins: l.config.origins, env: l.env}
	r.readFile(l.config, data)
}

// readLimited returns the content of a file of at most FileBytes bytes.
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
		return nil, &fs.PathError{Op: "read", Path: file, Err: fmt.Errorf("larger than %d bytes", FileBytes)}
	}
	return data, nil
}

// unreadable reports a file that cannot be read: at the place that names it, or else
// with its name as the place.
func (p *problems) unreadable(ref mcpConfigRef, err error) {
	message := err.Error()
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		message = "cannot be read: " + cause.Err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			message = cause.Err.Error()
		}
	}
	switch {
	case ref.at.line > 0: // another file names it
		p.add(ref.at, ref.field, "%s: %s", ref.path, message)
	case strings.HasPrefix(ref.field, variablePrefix): // it is not on the command line
		p.add(position{file: ref.path}, "", "%s (named by %s)", message, ref.field)
	default:
		p.add(position{file: ref.path}, "", "%s", message)
	}
}

// exists reports whether a path exists.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// lookupIn looks variables up in a list of NAME=value. Of duplicate names, the last one is used.
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
