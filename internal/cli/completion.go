package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// completionTimeout bounds the time of one completion.
const completionTimeout = 2 * time.Second

func newCompletion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that completes commands in a shell",
		Long: `Print a script that completes commands in a shell. It also completes the names of
tools, arguments and servers, which it requests from the running service.

  bash        source <(coderefd completion bash)
  zsh         coderefd completion zsh > "${fpath[1]}/_coderefd"
  fish        coderefd completion fish > ~/.config/fish/completions/coderefd.fish
  powershell  coderefd completion powershell | Out-String | Invoke-Expression

The script for bash needs the package bash-completion, installed and loaded.`,
		Args:      exactly(1, 1, "one shell of bash, zsh, fish, powershell"),
		ValidArgs: []cobra.Completion{"bash", "zsh", "fish", "powershell"},
		RunE:      printCompletion,
	}
}

func printCompletion(cmd *cobra.Command, args []string) error {
	root, out := cmd.Root(), cmd.OutOrStdout()
	switch args[0] {
	case "bash":
		return root.GenBashCompletionV2(out, true)
	case "zsh":
		return root.GenZshCompletion(out)
	case "fish":
		return root.GenFishCompletion(out, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(out)
	}
	return usagef("unknown shell %q; known: bash, zsh, fish, powershell", args[0])
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
			names = append(names, cobra.CompletionWithDesc(tool.GetName(), oneLine(tool.GetDescription(), 60)))
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
		s := readSchema(res.GetTool().GetDefinitionJson())
		for _, name := range s.order {
			names = append(
				names, cobra.CompletionWithDesc(clean(name)+"=", oneLine(s.properties[name].description, 60)),
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
	ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
	defer cancel()
	var names []cobra.Completion
	_ = r.run(ctx, func(c *client.Client) error { // completion must not print errors
		names = ask(ctx, c)
		return nil
	})
	return names, cobra.ShellCompDirectiveNoFileComp
}
