package config

import (
	"fmt"
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

// variablePrefix starts the names of all variables that configure the service.
const variablePrefix = "CODEREFD_"

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
