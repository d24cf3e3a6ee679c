package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/internal/cli/impact"
)

// Run runs the verb that the arguments name and returns the exit code. If ctx ends with a [SignalError] as
// its cause, the verb stops; if that makes it fail, Run returns the exit code of the signal.
func Run(ctx context.Context, p Program) int {
	root := newRoot(&p) //nolint:contextcheck // the verbs get ctx from ExecuteContext
	root.SetArgs(p.Args)
	root.SetIn(p.Stdin)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	verb, err := root.ExecuteContextC(ctx)
	code := exitCode(ctx, err)
	if err != nil && code < exitSignal {
		printError(&p, verb.CommandPath(), err)
	}
	return code
}

// newRoot returns the complete command line.
func newRoot(p *Program) *cobra.Command {
	root := &cobra.Command{
		Use:   "coderefd",
		Short: "Serve the tools of MCP servers over a typed gRPC contract",
		Long: `coderefd runs MCP servers as supervised child processes and serves their tools over
gRPC. Without configuration it runs coderef-mcp, the code-intelligence server
that is part of the distribution.

Start the service, then call it from another terminal:

  coderefd serve
  coderefd tools
  coderefd call coderef_scan --arg project_path=$PWD`,
		Version:           p.build().Version,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              noSuchVerb,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},

		SuggestionsMinimumDistance: 2,
	}
	root.SetVersionTemplate("coderefd {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newServe(p), newTools(p), newCall(p), newStatus(p), newProto(p), newVersion(p), newCompletion(), newGuard(),
	)
	root.AddCommand(newConfig(p), newResource(p), newImpact(p))
	root.AddCommand(newAliases(p)...)
	root.SetHelpCommand(newHelp())
	return root
}

// newImpact returns the verb impact.
func newImpact(p *Program) *cobra.Command {
	service := &remote{program: p}
	cmd := impact.New(impact.Host{Stdin: p.Stdin, Stdout: p.Stdout, Run: service.run, Usage: usagef})
	service.addFlags(cmd)
	return cmd
}

// flagError returns the error of an invalid flag. If the verb before the flag is unknown, it
// returns the error of the verb instead, because the flag may be valid for the intended verb.
func flagError(cmd *cobra.Command, err error) error {
	if words := cmd.Flags().Args(); cmd.HasSubCommands() && len(words) > 0 {
		return noSuchVerb(cmd, words)
	}
	return &usageError{err}
}

// newHelp returns the verb help. Unlike cobra's own, it fails for a verb that does not exist.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			verb, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil:
				return &usageError{err}
			case verb == cmd.Root() && len(rest) > 0:
				return noSuchVerb(verb, rest)
			}
			return verb.Help()
		},
	}
}
