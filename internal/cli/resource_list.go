package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/proto"

	"github.com/coderef-system/coderefd/client"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// listFlags are the flags of the verbs that list resources.
type listFlags struct {
	server string
	output output.Format
}

func (f *listFlags) addFlags(cmd *cobra.Command, service *remote) {
	service.addFlags(cmd)
	cmd.Flags().StringVar(&f.server, "server", "", "list this MCP server only (default all)")
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("server", service.completeServer)
	f.output.AddFlag(cmd)
	f.output.AddJSONFlag(cmd)
}

func newResourceList(p *Program) *cobra.Command {
	service := &remote{program: p}
	var flags listFlags
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the resources of all servers",
		Args:  exactly(0, 0, "no words"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return service.run(
				cmd.Context(), func(c *client.Client) error { return listResources(cmd.Context(), p, c, flags) },
			)
		},
	}
	flags.addFlags(cmd, service)
	return cmd
}

func newResourceTemplates(p *Program) *cobra.Command {
	service := &remote{program: p}
	var flags listFlags
	cmd := &cobra.Command{
		Use:   "templates",
		Short: "List the resource templates of all servers, with their variables",
		Args:  exactly(0, 0, "no words"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return service.run(
				cmd.Context(), func(c *client.Client) error { return listTemplates(cmd.Context(), p, c, flags) },
			)
		},
	}
	flags.addFlags(cmd, service)
	return cmd
}

// legend explains the mark of names that need --server.
const legend = "\n* --server is required: the bare name refers to another server\n"

func listResources(ctx context.Context, p *Program, c *client.Client, flags listFlags) error {
	var messages []proto.Message
	var rows [][]string
	marked := false
	list := c.ListResources(ctx, &resourcev1.ListResourcesRequest{Server: flags.server})
	for r, err := range list.All() {
		if err != nil {
			return err
		}
		messages = append(messages, r)
		uri := output.Clean(r.GetUri())
		if !r.GetOwnsBareUri() {
			uri, marked = uri+" *", true
		}
		rows = append(rows, []string{uri, output.Clean(r.GetServer()), output.Clean(r.GetMimeType()), about(r)})
	}
	warnMissing(p, "resources", list.Page().GetUnavailableServers())
	if flags.output == output.FormatJSON {
		return output.PrintList(p.Stdout, messages)
	}
	return printNames(p, "resources", []string{"URI", "SERVER", "TYPE", "DESCRIPTION"}, rows, marked)
}

func listTemplates(ctx context.Context, p *Program, c *client.Client, flags listFlags) error {
	var messages []proto.Message
	var rows [][]string
	marked := false
	list := c.ListResourceTemplates(ctx, &resourcev1.ListResourceTemplatesRequest{Server: flags.server})
	for t, err := range list.All() {
		if err != nil {
			return err
		}
		messages = append(messages, t)
		template := output.Clean(t.GetUriTemplate())
		if !t.GetOwnsBareUriTemplate() {
			template, marked = template+" *", true
		}
		description := about(t)
		if problem := t.GetTemplateProblem(); problem != "" {
			description = "cannot be used: " + output.Clean(problem)
		}
		rows = append(rows, []string{template, output.Clean(t.GetServer()), output.Clean(t.GetMimeType()), description})
	}
	warnMissing(p, "resource templates", list.Page().GetUnavailableServers())
	if flags.output == output.FormatJSON {
		return output.PrintList(p.Stdout, messages)
	}
	return printNames(p, "resource templates", []string{"TEMPLATE", "SERVER", "TYPE", "DESCRIPTION"}, rows, marked)
}

// printNames prints a table of resources or templates, or a note that there are none.
func printNames(p *Program, what string, heading []string, rows [][]string, marked bool) error {
	if len(rows) == 0 {
		fmt.Fprintf(p.Stderr, "coderefd: there are no %s\n", what)
	}
	if err := output.PrintTable(p.Stdout, heading, rows); err != nil || !marked {
		return err
	}
	_, err := io.WriteString(p.Stdout, legend)
	return err
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
		if line := output.OneLine(text, aboutWidth); line != "" {
			return line
		}
	}
	return ""
}
