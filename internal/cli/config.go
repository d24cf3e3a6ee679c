package cli

import (
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
