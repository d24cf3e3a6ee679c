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
	"github.com/coderef-system/coderefd/internal/cli/output"
	"github.com/coderef-system/coderefd/internal/cli/toolargs"
)

func newTools(p *Program) *cobra.Command {
	service := &remote{program: p}
	var format output.Format
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
					return listTools(cmd.Context(), p, c, server, format)
				}
				return showTool(cmd.Context(), p, c, args[0], server, format)
			})
		},
	}
	service.addFlags(cmd)
	service.addServerFlag(cmd, &server, "only this MCP server (default all; for one tool, the first that has it)")
	format.AddFlag(cmd)
	return cmd
}

func listTools(ctx context.Context, p *Program, c *client.Client, server string, format output.Format) error {
	list := c.ListTools(ctx, &toolv1.ListToolsRequest{Server: server})
	tools, err := list.Collect()
	if err != nil {
		return err
	}
	warnMissing(p, "tools", list.Page().GetUnavailableServers())
	if format == output.FormatJSON {
		return output.PrintList(p.Stdout, tools)
	}
	if len(tools) == 0 {
		fmt.Fprintln(p.Stderr, "coderefd: there are no tools")
	}
	var rows [][]string
	note := ""
	for _, tool := range tools {
		name := output.Clean(tool.GetName())
		if !tool.GetOwnsBareName() {
			name += " *"
			note = legend
		}
		rows = append(rows, []string{name, output.Clean(tool.GetServer()), output.OneLine(tool.GetDescription(), 80)})
	}
	if err := output.PrintTable(p.Stdout, []string{"TOOL", "SERVER", "DESCRIPTION"}, rows); err != nil {
		return err
	}
	_, err = io.WriteString(p.Stdout, note)
	return err
}

func showTool(ctx context.Context, p *Program, c *client.Client, name, server string, format output.Format) error {
	res, err := c.ToolService().GetTool(ctx, &toolv1.GetToolRequest{Name: name, Server: server})
	if err != nil {
		return err
	}
	tool := res.GetTool()
	if format == output.FormatJSON {
		return output.PrintExact(p.Stdout, tool.GetDefinitionJson())
	}
	return printTool(p.Stdout, tool)
}

// printTool prints a tool for people: its description, arguments and schema.
func printTool(w io.Writer, tool *toolv1.Tool) error {
	fmt.Fprintf(w, "%s (server %s)\n", output.Clean(tool.GetName()), output.Clean(tool.GetServer()))
	if title := tool.GetTitle(); title != "" {
		fmt.Fprintln(w, output.Clean(title))
	}
	if text := strings.TrimSpace(tool.GetDescription()); text != "" {
		fmt.Fprintln(w)
		for line := range strings.Lines(output.Clean(text)) {
			fmt.Fprintln(w, strings.Join(wrapIndented(line), "\n"))
		}
	}
	fmt.Fprintf(w, "\nread only: %s, may be repeated: %s, SHA-256 %.12s\n\n",
		readOnly(tool.GetAnnotations()), repeatable(tool), output.Clean(tool.GetDefinitionDigest()))
	if problem := tool.GetSchemaProblem(); problem != "" {
		fmt.Fprintf(w, "arguments are not checked: %s\n\n", output.Clean(problem))
	}
	schema := toolargs.ReadSchema(tool.GetDefinitionJson())
	if rows := output.WrapLast(schema.Rows(), argumentWidth); len(rows) > 0 {
		if err := output.PrintTable(w, []string{"ARGUMENT", "TYPE", "REQUIRED", "DESCRIPTION"}, rows); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	if len(schema.Text) == 0 {
		return nil
	}
	return output.PrintJSON(w, []byte(output.Clean(string(schema.Text))))
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
	return output.Wrap(line, textWidth)
}

// repeatable describes whether the service repeats a call of the tool. If it does not although the server's
// hints allow it, the text contains the reason.
func repeatable(tool *toolv1.Tool) string {
	hints := tool.GetAnnotations()
	if !tool.GetRepeatable() && (hints.GetReadOnlyHint() || hints.GetIdempotentHint()) {
		return "no (the server's hints are not trusted; see trust_annotations)"
	}
	return output.YesNo(tool.GetRepeatable())
}

// readOnly returns the hint of a server that the tool changes nothing. Annotations and
// hint are optional.
func readOnly(a *toolv1.ToolAnnotations) string {
	if a == nil || a.ReadOnlyHint == nil {
		return "not specified"
	}
	return output.YesNo(a.GetReadOnlyHint())
}
