package cli

import (
	"github.com/spf13/cobra"
)

func newResource(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "resource",
		Short: "List the resources of the servers, or read one",
		Long: `List the resources of the servers, or read one.

  coderefd resource list
  coderefd resource templates
  coderefd resource get coderef://projects
  coderefd resource get 'coderef://source{+project_path}{?target}' --arg project_path=$PWD --arg target=main`,
		Args: noSuchVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },

		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(newResourceList(p), newResourceTemplates(p), newResourceGet(p))
	return cmd
}
