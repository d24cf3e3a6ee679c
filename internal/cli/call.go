package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/cli/result"
	"github.com/coderef-system/coderefd/internal/cli/toolargs"
	"github.com/coderef-system/coderefd/internal/config"
)

// callFlags are the flags of the verb call.
type callFlags struct {
	server  string
	arg     []string
	args    string
	timeout time.Duration
	output  output.Format
}

func newCall(p *Program) *cobra.Command {
	service := &remote{program: p}
	var flags callFlags
	cmd := &cobra.Command{
		Use:   "call TOOL [--arg NAME=VALUE ...]",
		Short: "Run a tool and print its result",
		Long: `Run a tool and print the text of its result. With -o json it prints the exact MCP
result.

The value of --arg is parsed according to the tool's schema. Separate the items of an
array by commas, or repeat the flag. NAME:=JSON passes the value unchanged. --args
sets all arguments as one JSON object: as text, from a file (@FILE) or from standard
input (-); --arg adds to it.

Exit codes: 0 success, 2 the command line is invalid, 3 the tool reported an error,
10 plus the number of the gRPC status if the tool could not be run.

  coderefd call coderef_scan --arg project_path=$PWD
  coderefd call coderef_query --args '{"project_path": "/src/shop", "query_type": "calls", "target": "main"}'`,
		Args:              oneTool,
		ValidArgsFunction: service.completeTool,
		RunE: func(cmd *cobra.Command, args []string) error {
			return service.run(
				cmd.Context(), func(c *client.Client) error { return call(cmd.Context(), p, c, args[0], flags) },
			)
		},
	}
	service.addFlags(cmd)
	service.addServerFlag(cmd, &flags.server, "MCP server to use (default the first one that has the tool)")
	cmd.Flags().StringArrayVar(&flags.arg, "arg", nil, "one argument, NAME=VALUE or NAME:=JSON (repeatable)")
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("arg", service.completeArgument)
	cmd.Flags().StringVar(&flags.args, "args", "", "all arguments: a JSON object, @FILE, or - for standard input")
	cmd.Flags().DurationVar(
		&flags.timeout, "timeout", 0, "timeout of the call, such as 30s (default set by the service)",
	)
	flags.output.AddFlag(cmd)
	cmd.Flags().Lookup("output").Usage = "table: show lists of elements and relations as a table, and on a " +
		"terminal other structured content too; show everything else as the tool's own text; json: the exact MCP result"
	return cmd
}

// oneTool requires one word. If there are two, it suggests a use for the second one.
func oneTool(cmd *cobra.Command, args []string) error {
	for _, word := range args[min(1, len(args)):] {
		if name, _, ok := strings.Cut(word, "="); ok && name != "" {
			return usagef("unexpected word %q; did you mean --arg %s?", word, shellQuote(word))
		}
	}
	return exactly(1, 1, "the name of one tool")(cmd, args)
}

func call(ctx context.Context, p *Program, c *client.Client, tool string, flags callFlags) error {
	if flags.timeout < 0 {
		return usagef("--timeout %s: must not be negative", flags.timeout)
	}
	if flags.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, flags.timeout)
		defer cancel()
	}
	arguments, err := readArguments(ctx, p, c, tool, flags)
	if err != nil {
		return err
	}
	progress := newProgress(p, tool)
	r, err := c.Call(ctx, client.Call{
		Tool:       tool,
		Server:     flags.server,
		Arguments:  arguments,
		OnProgress: progress.show,
	})
	progress.clear()
	if err != nil {
		return hintArguments(p, err, tool, flags.server)
	}
	complete, err := result.Print(p.Stdout, p.Stderr, r, flags.output)
	if err != nil {
		return err
	}
	if r.IsError {
		return &toolError{tool: tool, complete: complete}
	}
	return nil
}

// hintArguments adds the command that shows the arguments of the tool to an error about arguments.
func hintArguments(p *Program, err error, tool, server string) error {
	if client.Reason(err) != commonv1.ErrorReason_ERROR_REASON_INVALID_ARGUMENTS {
		return err
	}
	hint := p.name() + " tools " + shellQuote(tool)
	if server != "" {
		hint += " --server " + shellQuote(server)
	}
	return &explainedError{err: err, hint: hint + " shows the arguments"}
}

// readArguments combines the arguments of the call. It requests the tool's schema only if a flag needs it.
func readArguments(
	ctx context.Context, p *Program, c *client.Client, tool string, flags callFlags,
) (json.RawMessage, error) {
	base, err := readBase(p.Stdin, flags.args)
	if err != nil {
		return nil, err
	}
	if len(flags.arg) == 0 {
		return base, nil
	}
	assignments := make([]toolargs.Assignment, len(flags.arg))
	for i, arg := range flags.arg {
		if assignments[i], err = toolargs.ParseAssignment(arg); err != nil {
			return nil, &usageError{err}
		}
	}
	res, err := c.ToolService().GetTool(ctx, &toolv1.GetToolRequest{Name: tool, Server: flags.server})
	if err != nil {
		return nil, err
	}
	s := toolargs.ReadSchema(res.GetTool().GetDefinitionJson())
	arguments, err := toolargs.Build(base, assignments, s)
	if err != nil {
		return nil, &usageError{err}
	}
	warnUnknown(p.Stderr, tool, s, assignments)
	return arguments, nil
}

// warnUnknown warns about arguments that the tool probably ignores. They are sent anyway, because the tool
// may accept more than its schema lists.
func warnUnknown(w io.Writer, tool string, s toolargs.Schema, assignments []toolargs.Assignment) {
	for _, name := range s.Unknown(assignments) {
		hint := didYouMean(nearest(name, s.Names))
		if hint != "" {
			hint = "; " + hint
		}
		fmt.Fprintf(w, "warning: argument %q is not in the schema of %s%s\n", name, output.Clean(tool), hint)
	}
}

// readBase reads --args.
func readBase(stdin io.Reader, args string) (json.RawMessage, error) {
	path, isFile := strings.CutPrefix(args, "@")
	var text []byte
	var err error
	switch {
	case args == "":
		return nil, nil
	case args == "-":
		text, err = readAll(stdin)
	case isFile:
		text, err = readFile(path)
	default:
		text = []byte(args)
	}
	if err != nil {
		return nil, usagef("--args: %w", err)
	}
	if err := toolargs.CheckObject(text); err != nil {
		return nil, &usageError{err}
	}
	return text, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

// readAll reads at most the size limit of a request.
func readAll(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, config.RequestBytes+1))
	if err == nil && len(text) > config.RequestBytes {
		err = fmt.Errorf("exceeds the request limit of %d bytes", config.RequestBytes)
	}
	return text, err
}
