package cli

import (
	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/config"
)

func newConfigShow(p *Program) *cobra.Command {
	var flags configFlags
	cmd := &cobra.Command{
		Use:   "show [FILE or FOLDER ...]",
		Short: "Print the whole configuration as YAML, defaults included",
		Long: `Print the configuration that "serve" with the same flags would use, as one YAML file
with all defaults and servers. A comment names the origin of each setting. Values of
env, and arguments that look like secrets, are masked.

A FILE that ends in .yaml or .yml is used as --config, any other FILE and a FOLDER as
--mcp-config.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.addFiles(args); err != nil {
				return err
			}
			cfg, err := config.Load(flags.inputs(p, cmd))
			if err != nil {
				return err
			}
			return cfg.WriteYAML(p.Stdout)
		},
	}
	flags.addFlags(cmd)
	return cmd
}
