package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// setting is a setting that a flag or a variable can also set.
type setting struct {
	// name is the field in the file. The variable is CODEREFD_ and the name in upper case with underscores.
	name  string
	apply func(c *Config, value string) error
}

// settings returns all of them.
func settings() []setting {
	return []setting{
		{"listen", func(c *Config, v string) error { c.Listen = v; return nil }},
		{"admin_listen", func(c *Config, v string) error { c.AdminListen = v; return nil }},
		{"insecure", func(c *Config, v string) error { return parseBool(v, &c.Insecure) }},
		{"shutdown_grace", func(c *Config, v string) error { return parseDuration(v, &c.ShutdownGrace) }},
		{"startup_wait", func(c *Config, v string) error { return parseDuration(v, &c.StartupWait) }},
		{"log.level", func(c *Config, v string) error { c.Log.Level = v; return nil }},
		{"log.format", func(c *Config, v string) error { c.Log.Format = v; return nil }},
		{"codeintel.enabled", func(c *Config, v string) error { return parseBool(v, &c.CodeIntel.Enabled) }},
		{"codeintel.command", func(c *Config, v string) error { c.CodeIntel.Command = v; return nil }},
	}
}

// SettingNames returns the keys of [Inputs.Flags].
func SettingNames() []string {
	var names []string
	for _, s := range settings() {
		names = append(names, s.name)
	}
	return names
}

// Variable returns the environment variable of a setting, such as CODEREFD_LOG_LEVEL for log.level.
func Variable(name string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

const variablePrefix = "CODEREFD_"

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
			l.config.mcpConfigs = append(l.config.mcpConfigs, mcpConfigRef{path: file, field: "CODEREFD_MCP_CONFIG"})
		}
	}
	for _, pair := range l.in.Environ {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, variablePrefix) && !slices.Contains(known, name) {
			l.notices.warn(position{}, name, "unknown variable has no effect")
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
		l.problems.add(position{}, from, "%v", err)
	}
	l.config.origins[s.name] = origin{position: position{file: from}}
}

func parseBool(value string, dst *bool) error {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("must be true or false, not %q", value)
	}
	*dst = b
	return nil
}

func parseDuration(value string, dst *time.Duration) error {
	d, err := time.ParseDuration(value)
	if err != nil {
		return fmt.Errorf("must be a duration with a unit, such as 30s, not %q", value)
	}
	*dst = d
	return nil
}
