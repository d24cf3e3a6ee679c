package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/cli/toolargs"
)

// addServerFlag adds --server with a help text.
func (r *remote) addServerFlag(cmd *cobra.Command, server *string, usage string) {
	cmd.Flags().StringVar(server, "server", "", usage)
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("server", r.completeServer)
}

// completeTool completes the first word with the tools of the running service.
func (r *remote) completeTool(
	cmd *cobra.Command, args []string, _ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return r.complete(cmd, func(ctx context.Context, c *client.Client) (names []cobra.Completion) {
		for tool, err := range c.ListTools(ctx, nil).All() {
			if err != nil {
				return names
			}
			names = append(names, cobra.CompletionWithDesc(tool.GetName(), output.OneLine(tool.GetDescription(), 60)))
		}
		return names
	})
}

// completeArgument completes the arguments of the named tool.
func (r *remote) completeArgument(
	cmd *cobra.Command, args []string, _ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	server, _ := cmd.Flags().GetString("server") // empty if the flag does not exist
	names, directive := r.complete(cmd, func(ctx context.Context, c *client.Client) (names []cobra.Completion) {
		res, err := c.ToolService().GetTool(ctx, &toolv1.GetToolRequest{Name: args[0], Server: server})
		if err != nil {
			return nil
		}
		s := toolargs.ReadSchema(res.GetTool().GetDefinitionJson())
		for _, name := range s.Names {
			names = append(
				names, cobra.CompletionWithDesc(output.Clean(name)+"=", output.OneLine(s.Description(name), 60)),
			)
		}
		return names
	})
	return names, directive | cobra.ShellCompDirectiveNoSpace
}

// completeServer completes the servers of the running service.
func (r *remote) completeServer(
	cmd *cobra.Command, _ []string, _ string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	return r.complete(cmd, func(ctx context.Context, c *client.Client) (names []cobra.Completion) {
		for server, err := range c.ListServers(ctx, nil).All() {
			if err != nil {
				return names
			}
			names = append(names, server.GetName())
		}
		return names
	})
}

// complete calls the service. It completes nothing if the service is unavailable.
func (r *remote) complete(
	cmd *cobra.Command, ask func(context.Context, *client.Client) []cobra.Completion,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(cmd.Context(), lookupTimeout)
	defer cancel()
	var names []cobra.Completion
	_ = r.run(ctx, func(c *client.Client) error { // completion must not print errors
		names = ask(ctx, c)
		return nil
	})
	return names, cobra.ShellCompDirectiveNoFileComp
}
