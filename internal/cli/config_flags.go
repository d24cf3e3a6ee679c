package cli

import (
	"path/filepath"
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

// addFiles adds files that are named without a flag: files that end in .yaml or .yml as coderefd's own file,
// all others as files of servers.
func (f *configFlags) addFiles(paths []string) error {
	for _, path := range paths {
		switch ending := strings.ToLower(filepath.Ext(path)); {
		case ending != ".yaml" && ending != ".yml":
			f.mcpConfigs = append(f.mcpConfigs, path)
		case f.file != "":
			return usagef(
				"%s: a second YAML file after %s; use --mcp-config for a file that contains only servers", path,
				f.file,
			)
		default:
			f.file = path
		}
	}
	return nil
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
