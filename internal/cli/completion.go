package cli

import (
	"github.com/spf13/cobra"
)

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
