package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

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
			names = append(names, cobra.CompletionWithDesc(output.Clean(resource.GetUri()), about(resource)))
		}
		req := &resourcev1.ListResourceTemplatesRequest{Server: server}
		for template, err := range c.ListResourceTemplates(ctx, req).All() {
			if err != nil {
				return names
			}
			names = append(names, cobra.CompletionWithDesc(output.Clean(template.GetUriTemplate()), about(template)))
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
				names = append(names, output.Clean(v.GetName())+"=")
			}
			return names
		}
		return names
	})
	return names, directive | cobra.ShellCompDirectiveNoSpace
}
