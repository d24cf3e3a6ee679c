package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// otherVariables are CODEREFD_ variables that are not settings of the service.
func otherVariables() []string {
	return []string{"CODEREFD_CONFIG", "CODEREFD_MCP_CONFIG", "CODEREFD_ADDR"}
}

// readVariables applies the CODEREFD_* variables.
func (l *loader) readVariables() {
	known := otherVariables()
	for _, s := range settings() {
		name := Variable(s.name)
		known = append(known, name)
		if value, ok := l.env(name); ok {
			l.set(s, name, value)
		}
	}
	if files, ok := l.env("CODEREFD_MCP_CONFIG"); ok {
		for _, file := range filepath.SplitList(files) {
			l.config.mcpConfigs = append(l.config.mcpConfigs, source.Ref{Path: file, Field: "CODEREFD_MCP_CONFIG"})
		}
	}
	for _, pair := range l.in.Environ {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, variablePrefix) && !slices.Contains(known, name) {
			l.notices.Warn(problem.Position{}, name, "unknown variable has no effect")
		}
	}
}

// readFlags applies the flags.
func (l *loader) readFlags() {
	for _, s := range settings() {
		if value, ok := l.in.Flags[s.name]; ok {
			l.set(s, "--"+strings.NewReplacer(".", "-", "_", "-").Replace(s.name), value)
		}
	}
}

// set applies one setting and records its origin.
func (l *loader) set(s setting, from, value string) {
	if err := s.apply(l.config, value); err != nil {
		l.problems.Add(problem.Position{}, from, "%v", err)
	}
	l.config.origins[s.name] = problem.Origin{Position: problem.Position{File: from}}
}
