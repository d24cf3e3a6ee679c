package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// getFlags are the flags of the verb resource get.
type getFlags struct {
	server  string
	arg     []string
	file    string
	output  output.Format
	timeout time.Duration
}

func newResourceGet(p *Program) *cobra.Command {
	service := &remote{program: p}
	var flags getFlags
	cmd := &cobra.Command{
		Use:   "get URI | TEMPLATE --arg NAME=VALUE ...",
		Short: "Read a resource of any size and print it",
		Long: `Read a resource of any size and print it. A file or a pipe gets the exact bytes; on a
terminal, control characters are escaped. If there are several contents, each begins on
a new line.

A name that contains a { is a template (RFC 6570), and --arg sets its
variables. Binary contents are written to a file (--file) or a pipe, never to a terminal.

Exit codes: 0 success, 1 the resource cannot be printed, 2 the command line is
invalid, 10 plus the number of the gRPC status if the resource could not be read.

  coderefd resource get coderef://projects
  coderefd resource get 'coderef://source{+project_path}{?target}' --arg project_path=$PWD --arg target=main
  coderefd resource get demo://resource/dynamic/blob/1 --file one.bin`,
		Args:              exactly(1, 1, "one URI or template"),
		ValidArgsFunction: service.completeResource,
		RunE: func(cmd *cobra.Command, args []string) error {
			return service.run(
				cmd.Context(),
				func(c *client.Client) error { return getResource(cmd.Context(), p, c, args[0], flags) },
			)
		},
	}
	service.addFlags(cmd)
	service.addServerFlag(cmd, &flags.server, "MCP server to read from (default the owner of the URI or template)")
	cmd.Flags().StringArrayVar(&flags.arg, "arg", nil, "value of a variable of the template, NAME=VALUE (repeatable)")
	// The only possible error is that the flag does not exist.
	_ = cmd.RegisterFlagCompletionFunc("arg", service.completeVariable)
	cmd.Flags().StringVar(&flags.file, "file", "", "write the contents to this file, - for standard output")
	flags.output.AddFlag(cmd)
	cmd.Flags().Lookup("output").Usage = "table: the contents as described above; " +
		"json: all contents as JSON, binary ones in base64"
	flags.output.AddJSONFlag(cmd)
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		var invalid *pflag.InvalidValueError
		if errors.As(err, &invalid) && invalid.GetFlag().Name == "output" { // --output was formerly the name of --file
			return usagef("%w; --file writes to a file", err)
		}
		return &usageError{err}
	})
	cmd.Flags().DurationVar(
		&flags.timeout, "timeout", 0, "timeout of the call, such as 30s (default set by the service)",
	)
	return cmd
}

func getResource(ctx context.Context, p *Program, c *client.Client, name string, flags getFlags) error {
	if flags.timeout < 0 {
		return usagef("--timeout %s: must not be negative", flags.timeout)
	}
	if flags.output == output.FormatJSON && flags.file != "" {
		return usagef("--file writes the contents unchanged, so it cannot be combined with -o json")
	}
	if flags.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, flags.timeout)
		defer cancel()
	}
	req, err := readRequest(name, flags)
	if err != nil {
		return err
	}
	resource, err := c.ReadResource(ctx, req)
	if err != nil {
		return err
	}
	if flags.output == output.FormatJSON {
		return output.PrintProto(p.Stdout, resource)
	}
	if len(resource.GetLossyPaths()) > 0 {
		fmt.Fprintf(
			p.Stderr, "warning: parts of the server's result are not shown exactly: %s\n",
			output.Clean(strings.Join(resource.GetLossyPaths(), ", ")),
		)
	}
	if flags.file != "" && flags.file != "-" {
		return saveContents(p.Stderr, flags.file, name, resource.GetContents())
	}
	return printContents(p.Stdout, name, resource.GetContents())
}

// readRequest returns the request for a URI or for a URI template. Only a template contains a brace.
func readRequest(name string, flags getFlags) (*resourcev1.GetResourceRequest, error) {
	req := &resourcev1.GetResourceRequest{Server: flags.server}
	if !strings.Contains(name, "{") {
		if len(flags.arg) > 0 {
			return nil, usagef("--arg: %s is not a template with variables in braces", name)
		}
		req.Resource = &resourcev1.GetResourceRequest_Uri{Uri: name}
		return req, nil
	}
	req.Resource = &resourcev1.GetResourceRequest_UriTemplate{UriTemplate: name}
	req.Arguments = map[string]string{}
	for _, arg := range flags.arg {
		variable, value, ok := strings.Cut(arg, "=")
		if _, duplicate := req.Arguments[variable]; duplicate {
			return nil, usagef("--arg %s: is set more than once", variable)
		}
		if !ok || variable == "" || !utf8.ValidString(arg) {
			return nil, usagef("--arg %q: must be NAME=VALUE", arg)
		}
		req.Arguments[variable] = value
	}
	return req, nil
}

// saveContents writes contents to a file.
func saveContents(w io.Writer, path, name string, contents []*commonv1.ResourceContents) error {
	if len(contents) != 1 {
		number := output.Count(len(contents), "content")
		return fmt.Errorf("%s has %s, but a file can contain only one: use -o json", name, number)
	}
	data, _ := bytesOf(contents[0])
	if err := os.WriteFile(path, data, 0o644); err != nil { //nolint:gosec // readable by others as the umask allows
		return err
	}
	kind := contents[0].GetMimeType()
	if kind != "" {
		kind = " of " + kind
	}
	fmt.Fprintf(w, "coderefd: wrote %s%s to %s\n", output.Count(len(data), "byte"), output.Clean(kind), output.Clean(path))
	return nil
}

// printContents prints contents: one unchanged, several texts one after the other. On a terminal, text is
// cleaned and binary data is rejected, because it could contain control sequences.
func printContents(w io.Writer, name string, contents []*commonv1.ResourceContents) error {
	terminal := app.IsTerminal(w)
	for _, c := range contents {
		data, binary := bytesOf(c)
		switch {
		case binary && terminal:
			kind := size(c.GetMimeType(), len(data))
			return fmt.Errorf("%s is binary (%s): write it to a file with --file", name, kind)
		case binary && len(contents) > 1:
			return fmt.Errorf("%s has %s, and some are binary: use -o json", name, output.Count(len(contents), "content"))
		}
	}
	for _, c := range contents {
		if _, err := w.Write(printable(c, terminal, terminal || len(contents) > 1)); err != nil {
			return err
		}
	}
	return nil
}

// printable returns contents for output. On a terminal they are cleaned, and end with a line end if other
// text or a prompt follows.
func printable(c *commonv1.ResourceContents, terminal, lines bool) []byte {
	data, _ := bytesOf(c)
	if terminal {
		data = []byte(output.Clean(string(data)))
	}
	if lines && len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		data = append(data, '\n')
	}
	return data
}

// bytesOf returns the bytes of contents, and whether they are binary. Empty contents count as text, because
// some servers send empty text as a blob.
func bytesOf(c *commonv1.ResourceContents) (data []byte, binary bool) {
	if _, blob := c.GetContents().(*commonv1.ResourceContents_Blob); blob {
		return c.GetBlob(), len(c.GetBlob()) > 0
	}
	return []byte(c.GetText()), false
}

func size(mimeType string, n int) string {
	if mimeType == "" {
		return output.Count(n, "byte")
	}
	return mimeType + ", " + output.Count(n, "byte")
}
