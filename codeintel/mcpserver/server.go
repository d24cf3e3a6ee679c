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
	"github.com/coderef-system/coderefd/codeintel/mcpserver/stdio"
	"github.com/coderef-system/coderefd/codeintel/source"
)

//go:embed instructions.md
var instructions string

// Config is what a server is built from.
type Config struct {
	Version string       // reported to clients
	Logger  *slog.Logger // never nil; must not write to the transport's output
	// Index is what the engine works with: where it may look, what it keeps on disk,
	// how much memory it takes.
	Index index.Options
	// CLI answers in place of the engine, if it is not nil. It has no resources.
	CLI *corecli.CLI
}

// newServer returns a server with all tools and resources. Calls end when ctx is
// done: the SDK waits for the handlers of a session it closes, but does not tell
// them.
func newServer(ctx context.Context, cfg Config) (*mcp.Server, *tools) {
	title, says := "CodeRef code intelligence", instructions
	// The list of tools never changes, so nothing is promised about it.
	capabilities := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}
	if cfg.CLI == nil {
		capabilities.Resources = &mcp.ResourceCapabilities{ListChanged: true}
	} else {
		title += " by the coderef CLI " + cfg.CLI.Version().String()
		says = cliInstructions
	}
	server := mcp.NewServer(
		&mcp.Implementation{Name: "coderef-mcp", Title: title, Version: cfg.Version},
		&mcp.ServerOptions{Instructions: says, Capabilities: capabilities, SetCacheable: private},
	)
	tools := &tools{serving: ctx, store: index.NewStore(cfg.Index), roots: cfg.Index.Roots, known: &projects{}, log: cfg.Logger}
	all := tools.served()
	if cfg.CLI != nil {
		all = (&cliTools{tools, cfg.CLI}).served()
	}
	for _, s := range all {
		server.AddTool(s.tool, tools.handle(s.handle))
	}
	if cfg.CLI == nil { // resources are the engine's
		tools.addResources(server)
	}
	return server, tools
}

// Serve runs a server over a pair of streams until the input ends and every
// request is answered, or ctx is done.
func Serve(ctx context.Context, cfg Config, in io.Reader, out io.Writer) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	server, tools := newServer(ctx, cfg)
	defer tools.store.Close() // what was learned is saved before the process ends
	results := &stdio.Results{}
	server.AddReceivingMiddleware(encoded(results))
	err := server.Run(ctx, &stdio.Transport{In: in, Out: out, Results: results})
	if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

// tools is what the handlers of tools and resources share.
type tools struct {
	serving context.Context // done when the server is to leave
	store   *index.Store
	roots   source.Roots
	known   *projects
	log     *slog.Logger
}

// handler answers a call of a tool.
type handler func(context.Context, arguments, index.Progress) (any, error)

// served is a tool with what answers it.
type served struct {
	tool   *mcp.Tool
	handle handler
}

// served returns the tools as the engine answers them.
func (t *tools) served() []served {
	return []served{
		{scanTool(), t.scan},
		{queryTool(), t.query},
		{impactTool(), t.impact},
		{complexityTool(), t.complexity},
		{patternsTool(), t.patterns},
		{coverageTool(), t.coverage},
		{contextTool(), t.context},
		{validateTool(), t.validate},
		{driftTool(), t.drift},
		{tagTool(), t.tag},
		{diagramTool(), t.diagram},
		{exportTool(), t.export},
	}
}

// handle adapts a tool to the SDK.
func (t *tools) handle(tool handler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var answer any
		err := t.run(ctx, req.Params.Name, func(ctx context.Context) error {
			args, err := readArguments(req)
			if err == nil {
				err = t.allow(args)
			}
			if err != nil {
				return err
			}
			answer, err = tool(ctx, args, progressOf(ctx, req.Session, req.Params.GetProgressToken()))
			return args.orGone(err)
		})
		return result(answer, err)
	}
}

// run does the work of one call, until the server is to leave. A panic is that
// call's failure, not the end of everybody's session.
func (t *tools) run(ctx context.Context, name string, work func(context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			t.log.Error("call panicked", "name", name, "panic", r)
			err = &toolError{Code: codeInternal, Message: name + " failed unexpectedly"}
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.serving, cancel)()
	return work(ctx)
}

func readOnly(title string) *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{
		Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no,
	}
}
