package config

import (
	"github.com/coderef-system/coderefd/internal/config/internal/expand"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
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

// loader builds one configuration.
type loader struct {
	in     Inputs
	env    expand.Environment
	config *Config
	// problems prevent the start of the service; notices do not.
	problems, notices problem.List
	// noCodeIntel means that coderef-mcp was not found.
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

func (l *loader) warn(field, message string) {
	at := l.config.origins.Of(field)
	l.notices.Warn(at.Position, at.Field, "%s", message)
}
