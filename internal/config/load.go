package config

import (
	"cmp"
	"slices"

	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// Load reads and checks the configuration. All problems that prevent the start of the service are returned in
// one [*Error].
func Load(in Inputs) (*Config, error) {
	l := load(in)
	if err := l.problems.Err(); err != nil {
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
	r := Report{Problems: append(slices.Clone(l.problems.All()), l.notices.All()...)}
	files := map[string]int{}
	for _, p := range append([]Problem{{File: l.file()}, {}}, r.Problems...) {
		if _, ok := files[p.File]; !ok {
			files[p.File] = len(files)
		}
	}
	slices.SortStableFunc(r.Problems, func(a, b Problem) int {
		// A problem of the whole file follows the problems that caused it.
		return cmp.Or(cmp.Compare(files[a.File], files[b.File]),
			cmp.Compare(uint(a.Line-1), uint(b.Line-1)), cmp.Compare(a.Column, b.Column))
	})
	if len(l.problems.All()) == 0 {
		r.Servers = l.config.Servers
	}
	return r
}

func load(in Inputs) *loader {
	l := &loader{in: in, env: expand.NewEnvironment(in.Environ), config: Default()}
	l.config.secrets = secretVariables(in.Environ)
	l.readFile()
	l.readVariables()
	l.readFlags()
	l.readMCPConfigs()
	l.addCodeIntel()
	l.warnPlainText()
	l.config.check(&l.problems)
	l.config.Notices = l.notices.All()
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

// readFile reads coderefd's own YAML, if a path is set.
func (l *loader) readFile() {
	file := l.file()
	if file == "" {
		return
	}
	data, err := source.Read(file)
	if err != nil {
		from := "--config"
		if l.in.File == "" {
			from = "CODEREFD_CONFIG"
		}
		source.Ref{Path: file, Field: from}.Unreadable(&l.problems, err)
		return
	}
	r := &yamlReader{file: file, problems: &l.problems, origins: l.config.origins, env: l.env}
	r.readFile(l.config, data)
}
