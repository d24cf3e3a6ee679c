package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/coderef-system/coderefd/client"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

func newTools(p *Program) *cobra.Command {
	service := &remote{program: p}
	var output format
	var server string
	cmd := &cobra.Command{
		Use:   "tools [NAME]",
		Short: "List the tools, or show one with its arguments",
		Long: `List the tools of all servers, or show one with its arguments and schema.

  coderefd tools
  coderefd tools coderef_scan
  coderefd tools coderef_scan -o json     the server's own definition`,
		Args:              exactly(0, 1, "at most one tool name"),
		ValidArgsFunction: service.completeTool,
		RunE: func(cmd *cobra.Command, args []string) error {
			return service.run(cmd.Context(), func(c *client.Client) error {
				if len(args) == 0 {
					return listTools(cmd.Context(), p, c, server, output)
				}
				return showTool(cmd.Context(), p, c, args[0], server, output)
			})
		},
	}
	service.addFlags(cmd)
	service.addServerFlag(cmd, &server)
	output.addFlags(cmd)
	return cmd
}

// addServerFlag adds --server.
func (r *remote) addServerFlag(cmd *cobra.Command, server *string) {
	cmd.Flags().StringVar(server, "server", "", "MCP server to use (default the one that owns the bare name)")
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("server", r.completeServer)
}

func listTools(ctx context.Context, p *Program, c *client.Client, server string, output format) error {
	list := c.ListTools(ctx, &toolv1.ListToolsRequest{Server: server})
	tools, err := list.Collect()
	if err != nil {
		return err
	}
	warnMissing(p, "tools", list.Page().GetUnavailableServers())
	if output == formatJSON {
		return printList(p.Stdout, tools)
	}
	if len(tools) == 0 {
		fmt.Fprintln(p.Stderr, "coderefd: there are no tools")
	}
	var rows [][]string
	legend := ""
	for _, tool := range tools {
		name := clean(tool.GetName())
		if !tool.GetOwnsBareName() {
			name += " *"
			legend = "\n* another server owns the bare name: reach this tool with --server\n"
		}
		rows = append(rows, []string{name, clean(tool.GetServer()), oneLine(tool.GetDescription(), 80)})
	}
	if err := printTable(p.Stdout, []string{"TOOL", "SERVER", "DESCRIPTION"}, rows); err != nil {
		return err
	}
	_, err = io.WriteString(p.Stdout, legend)
	return err
}

func showTool(ctx context.Context, p *Program, c *client.Client, name, server string, output format) error {
	res, err := c.ToolService().GetTool(ctx, &toolv1.GetToolRequest{Name: name, Server: server})
	if err != nil {
		return err
	}
	tool := res.GetTool()
	if output == formatJSON {
		return printExact(p.Stdout, tool.GetDefinitionJson())
	}
	return printTool(p.Stdout, tool)
}

// printTool prints a tool for people: its description, arguments and schema.
func printTool(w io.Writer, tool *toolv1.Tool) error {
	fmt.Fprintf(w, "%s (server %s)\n", clean(tool.GetName()), clean(tool.GetServer()))
	if title := tool.GetTitle(); title != "" {
		fmt.Fprintln(w, clean(title))
	}
	if text := strings.TrimSpace(tool.GetDescription()); text != "" {
		fmt.Fprintln(w)
		for line := range strings.Lines(clean(text)) {
			fmt.Fprintln(w, strings.Join(wrapIndented(line), "\n"))
		}
	}
	fmt.Fprintf(w, "\nread only: %s, may be repeated: %s, SHA-256 %.12s\n\n",
		readOnly(tool.GetAnnotations()), repeatable(tool), clean(tool.GetDefinitionDigest()))
	if problem := tool.GetSchemaProblem(); problem != "" {
		fmt.Fprintf(w, "arguments are not checked: %s\n\n", clean(problem))
	}
	schema := readSchema(tool.GetDefinitionJson())
	if rows := wrapLast(schema.rows(), argumentWidth); len(rows) > 0 {
		if err := printTable(w, []string{"ARGUMENT", "TYPE", "REQUIRED", "DESCRIPTION"}, rows); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	if len(schema.text) == 0 {
		return nil
	}
	return printJSON(w, []byte(clean(string(schema.text))))
}

// Widths of a server's descriptions, as a paragraph and in a table.
const (
	textWidth     = 100
	argumentWidth = 60
)

// wrapIndented wraps a long line. Short and indented lines are not changed.
func wrapIndented(line string) []string {
	line = strings.TrimRight(line, " \t\r\n")
	if utf8.RuneCountInString(line) <= textWidth || line != strings.TrimLeft(line, " \t") {
		return []string{line}
	}
	return wrap(line, textWidth)
}

// repeatable describes whether the service repeats a call of the tool. If it does not although the server's
// hints allow it, the text contains the reason.
func repeatable(tool *toolv1.Tool) string {
	hints := tool.GetAnnotations()
	if !tool.GetRepeatable() && (hints.GetReadOnlyHint() || hints.GetIdempotentHint()) {
		return "no (its server's hints are not trusted: trust_annotations)"
	}
	return yesNo(tool.GetRepeatable())
}

// readOnly returns the hint of a server that the tool changes nothing. Annotations and
// hint are optional.
func readOnly(a *toolv1.ToolAnnotations) string {
	if a == nil || a.ReadOnlyHint == nil {
		return "not specified"
	}
	return yesNo(a.GetReadOnlyHint())
}
