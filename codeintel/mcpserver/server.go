package mcpserver

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/corecli"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/cli"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resources"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/stdio"
)

//go:embed instructions.md
var instructions string

//go:embed instructions_cli.md
var cliInstructions string

// Config configures a server.
type Config struct {
	Version string       // reported to clients
	Logger  *slog.Logger // never nil; must not write to the transport's output
	// Index configures the native engine: allowed folders, cache, memory limit.
	Index index.Options
	// CLI runs the tools in place of the native engine, unless it is nil. There are no
	// resources then.
	CLI *corecli.CLI
}

// Serve runs a server over a pair of streams until the input ends and every request has a
// response, or ctx is done.
func Serve(ctx context.Context, cfg Config, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := projects.New(cfg.Index)
	defer p.Close()
	runner := &call.Runner{Serving: ctx, Log: cfg.Logger}
	var server *mcp.Server
	if cfg.CLI != nil {
		server = newCLIServer(cfg, runner)
	} else {
		server = newNativeServer(cfg, runner, p)
	}
	results := &stdio.Results{}
	server.AddReceivingMiddleware(rawResults(results))
	err := server.Run(ctx, &stdio.Transport{In: in, Out: out, Results: results})
	if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

// newNativeServer returns a server with the tools of the native engine and the resources.
func newNativeServer(cfg Config, runner *call.Runner, p *projects.Projects) *mcp.Server {
	server := newServer(cfg, "CodeRef code intelligence", instructions, &mcp.ServerCapabilities{
		Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{ListChanged: true},
	})
	engine := native.New(p)
	for _, row := range table() {
		tool := func(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
			return row.native(engine, ctx, args, progress)
		}
		server.AddTool(row.definition.Native(), toolHandler(runner, p.Roots(), tool))
	}
	resources.New(runner, p, engine).Register(server)
	return server
}

// newCLIServer returns a server with the tools of an installed coderef CLI.
func newCLIServer(cfg Config, runner *call.Runner) *mcp.Server {
	title := "CodeRef code intelligence by the coderef CLI " + cfg.CLI.Version().String()
	server := newServer(cfg, title, cliInstructions, &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}})
	engine := cli.New(cfg.CLI, cfg.Index.Roots)
	for _, row := range table() {
		tool := func(ctx context.Context, args arguments.Values, progress index.Progress) (any, error) {
			response, err := row.cli(engine, ctx, args, progress)
			if err != nil {
				return nil, cli.ToolError(err)
			}
			return response, nil
		}
		server.AddTool(cli.Tool(row.definition), toolHandler(runner, cfg.Index.Roots, tool))
	}
	return server
}

// newServer returns a server without tools. The capability tools has no listChanged,
// because the list of tools never changes.
func newServer(cfg Config, title, instructions string, capabilities *mcp.ServerCapabilities) *mcp.Server {
	return mcp.NewServer(
		&mcp.Implementation{Name: "coderef-mcp", Title: title, Version: cfg.Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: capabilities, SetCacheable: resources.Private},
	)
}
