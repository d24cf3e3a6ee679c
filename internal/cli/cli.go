package cli

import (
	"context"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/config"
)

// Program is one run of the program.
type Program struct {
	// Version and Commit are set by the linker. Empty means the values that Go recorded.
	Version, Commit string
	// Path is the path with which the program was started (os.Args[0]). Empty means coderefd.
	Path string
	// Args are the arguments without the program's name.
	Args []string
	// Environ is the environment in the form of os.Environ.
	Environ []string
	// Stdin, Stdout and Stderr are required.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

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

func (p *Program) build() app.Build { return app.ReadBuild(p.Version, p.Commit) }

// getenv returns the value of a variable, or "" if it is not set.
func (p *Program) getenv(name string) string {
	value := ""
	for _, pair := range p.Environ {
		if k, v, _ := strings.Cut(pair, "="); k == name {
			value = v
		}
	}
	return value
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
	root.AddCommand(newConfig(p), newResource(p))
	root.AddCommand(newAliases(p)...)
	root.SetHelpCommand(newHelp())
	return root
}

// flagError returns the error of an unknown flag, or of the verb if it is the verb that is unknown.
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

// noSuchVerb rejects an unknown verb and suggests similar ones.
func noSuchVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return usagef("unknown command %q%s", args[0], hint)
}

// exactly returns a check for the number of words after the verb.
func exactly(low, high int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return usagef("expected %s, got %d words", what, len(args))
		}
		return nil
	}
}

// remote is a connection to the running service.
type remote struct {
	program *Program
	addr    string
}

// addFlags adds --addr.
func (r *remote) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.addr, "addr", "",
		"address of the service ("+client.AddressVariable+"; default "+client.DefaultAddress+")")
}

// address returns the address of the service, and the flag or variable that set it.
func (r *remote) address() (addr, from string) {
	if r.addr != "" {
		return r.addr, "--addr"
	}
	if addr := r.program.getenv(client.AddressVariable); addr != "" {
		return addr, client.AddressVariable
	}
	return client.DefaultAddress, ""
}

// resolverSchemes are the schemes of addresses that gRPC resolves itself.
var resolverSchemes = regexp.MustCompile(`^(unix|unix-abstract|dns|ipv4|ipv6|passthrough|xds|vsock):`)

// dial returns a client of the service at --addr or CODEREFD_ADDR.
func (r *remote) dial() (*client.Client, error) {
	addr, from := r.address()
	if !resolverSchemes.MatchString(addr) || strings.HasPrefix(addr, "unix://") {
		if _, err := config.ParseAddress(addr); err != nil {
			return nil, usagef("%s: %w", from, err)
		}
	}
	// The client neither waits nor repeats calls, because a person can correct the address and repeat the
	// command. Without a flag, the service's configuration sets the deadline of a tool.
	c, err := client.Dial(addr, client.WithFailFast(), client.WithTimeout(0))
	if err != nil {
		return nil, usagef("%s: must be host:port or unix:///path, not %q", from, addr)
	}
	return c, nil
}

// run runs f with a client and closes it.
func (r *remote) run(ctx context.Context, f func(c *client.Client) error) error {
	c, err := r.dial()
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }() // no call is in flight
	return r.explain(ctx, c, f(c))
}

// explain adds facts that the service does not report to an error, such as the
// address or similar tools.
func (r *remote) explain(ctx context.Context, c *client.Client, err error) error {
	if err == nil {
		return nil
	}
	details, ours := client.Details(err)
	addr, _ := r.address()
	switch {
	case ours && details.Reason == commonv1.ErrorReason_ERROR_REASON_TOOL_NOT_FOUND:
		return &explainedError{err: err, hint: didYouMean(nearTools(ctx, c, details))}
	case !ours && status.Code(err) == codes.DeadlineExceeded && c.Conn().GetState() != connectivity.Ready:
		return &explainedError{err: err, message: "the service at " + addr + " was not reached in time"}
	case !ours && status.Code(err) == codes.Unavailable && strings.Contains(err.Error(), "produced zero addresses"):
		return &explainedError{err: err, message: "the host name of " + addr + " cannot be resolved"}
	}
	return err
}

// nearTools returns the names of tools that are similar to the missing one.
func nearTools(ctx context.Context, c *client.Client, missing client.ErrorDetails) []string {
	ctx, cancel := context.WithTimeout(ctx, completionTimeout)
	defer cancel()
	var names []string
	req := &toolv1.ListToolsRequest{Server: missing.Metadata["server"]}
	for tool, err := range c.ListTools(ctx, req).All() {
		if err != nil {
			break // the names so far are sufficient for a suggestion
		}
		names = append(names, tool.GetName())
	}
	return nearest(missing.Metadata["tool"], names)
}
