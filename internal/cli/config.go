package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func newConfig(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check the configuration, or show all of it",
		Args:  noSuchVerb,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },

		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newConfigCheck(p), newConfigShow(p))
	return cmd
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
