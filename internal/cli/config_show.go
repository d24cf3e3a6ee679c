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
		Long: `Print what serve with the same flags would run with: one YAML file with all defaults
and all servers, and behind each setting the place that it comes from. Values of env,
and arguments that look like secrets, are masked.

A file without a flag is one for --config if it ends in .yaml or .yml, and one for
--mcp-config otherwise.`,
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
