package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
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

// completeResource completes the first word with the resources and templates of the running service.
func (r *remote) completeResource(
	cmd *cobra.Command, args []string, _ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	server, _ := cmd.Flags().GetString("server") // empty if the flag does not exist
	return r.complete(cmd, func(ctx context.Context, c *client.Client) (names []cobra.Completion) {
		for resource, err := range c.ListResources(ctx, &resourcev1.ListResourcesRequest{Server: server}).All() {
			if err != nil {
				return names
			}
			names = append(names, cobra.CompletionWithDesc(clean(resource.GetUri()), about(resource)))
		}
		req := &resourcev1.ListResourceTemplatesRequest{Server: server}
		for template, err := range c.ListResourceTemplates(ctx, req).All() {
			if err != nil {
				return names
			}
			names = append(names, cobra.CompletionWithDesc(clean(template.GetUriTemplate()), about(template)))
		}
		return names
	})
}

// completeVariable completes the variables of the named template.
func (r *remote) completeVariable(
	cmd *cobra.Command, args []string, _ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	server, _ := cmd.Flags().GetString("server") // empty if the flag does not exist
	names, directive := r.complete(cmd, func(ctx context.Context, c *client.Client) (names []cobra.Completion) {
		req := &resourcev1.ListResourceTemplatesRequest{Server: server}
		for template, err := range c.ListResourceTemplates(ctx, req).All() {
			if err != nil || template.GetUriTemplate() != args[0] {
				continue
			}
			for _, v := range template.GetVariables() {
				names = append(names, clean(v.GetName())+"=")
			}
			return names
		}
		return names
	})
	return names, directive | cobra.ShellCompDirectiveNoSpace
}

// described is a resource or a template.
type described interface {
	GetName() string
	GetTitle() string
	GetDescription() string
}

// aboutWidth is the maximum width of a description in a list.
const aboutWidth = 60

// about returns a description on one line.
func about(d described) string {
	for _, text := range []string{d.GetDescription(), d.GetTitle(), d.GetName()} {
		if line := oneLine(text, aboutWidth); line != "" {
			return line
		}
	}
	return ""
}
