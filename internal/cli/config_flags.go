package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/coderef-system/coderefd/internal/config"
)

// configFlags are the flags that configure the service.
type configFlags struct {
	file       string
	mcpConfigs []string
	mcpProject bool
}

func (f *configFlags) addFlags(cmd *cobra.Command) {
	def := config.Default()
	flags := cmd.Flags()
	flags.String("listen", def.Listen, "address of the gRPC service: host:port or unix:///path")
	flags.String("admin-listen", def.AdminListen, "address of the admin HTTP service; empty disables it")
	flags.StringVar(&f.file, "config", "", "configuration file in YAML")
	flags.StringArrayVar(&f.mcpConfigs, "mcp-config", nil, "file of MCP servers, or folder of such files (repeatable)")
	flags.BoolVar(&f.mcpProject, "mcp-project", false, "also run the servers of .mcp.json in the working folder")
	flags.Bool("insecure", false, "allow other machines to connect without TLS")
	flags.String("log-level", def.Log.Level, "debug, info, warn or error")
	flags.String("log-format", def.Log.Format, "json, text, or auto: text on a terminal")
}

// inputs returns the sources of the configuration.
func (f *configFlags) inputs(p *Program, cmd *cobra.Command) config.Inputs {
	return config.Inputs{
		File:       f.file,
		MCPConfigs: f.mcpConfigs,
		ProjectMCP: f.mcpProject,
		Flags:      settings(cmd.Flags()),
		Environ:    p.Environ,
		Executable: executable(),
	}
}

// settings returns the flags that are set and that are also settings of the file.
func settings(flags *pflag.FlagSet) map[string]string {
	given := map[string]string{}
	for _, name := range config.SettingNames() {
		flag := strings.NewReplacer(".", "-", "_", "-").Replace(name)
		if f := flags.Lookup(flag); f != nil && f.Changed {
			given[name] = f.Value.String()
		}
	}
	return given
}
