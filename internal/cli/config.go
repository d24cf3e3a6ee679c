package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func newConfig(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check the configuration, or show it as a whole",
		Args:  noSuchVerb,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },

		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newConfigCheck(p), newConfigShow(p))
	return cmd
}

// addFiles takes files without their flags: what ends in .yaml is our own file,
// everything else holds servers.
func (f *configFlags) addFiles(paths []string) error {
	for _, path := range paths {
		switch ending := strings.ToLower(filepath.Ext(path)); {
		case ending != ".yaml" && ending != ".yml":
			f.mcpConfigs = append(f.mcpConfigs, path)
		case f.file != "":
			return usagef("%s: there is one YAML file already, %s; a file that holds servers only is named by --mcp-config", path, f.file)
		default:
			f.file = path
		}
	}
	return nil
}
