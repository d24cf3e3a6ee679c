package mcpserver

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
}

// newServer returns a server with all tools and resources. Calls end when ctx is
// done: the SDK waits for the handlers of a session it closes, but does not tell
// them.
func newServer(ctx context.Context, cfg Config) (*mcp.Server, *tools) {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "coderef-mcp", Title: "CodeRef code intelligence", Version: cfg.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// The list of tools never changes, so nothing is promised about it.
			Capabilities: &mcp.ServerCapabilities{
				Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{ListChanged: true},
			},
			SetCacheable: private,
		},
	)
	tools := &tools{serving: ctx, store: index.NewStore(cfg.Index), roots: cfg.Index.Roots, known: &projects{}, log: cfg.Logger}
	server.AddTool(scanTool(), tools.handle(tools.scan))
	server.AddTool(queryTool(), tools.handle(tools.query))
	server.AddTool(impactTool(), tools.handle(tools.impact))
	server.AddTool(complexityTool(), tools.handle(tools.complexity))
	server.AddTool(patternsTool(), tools.handle(tools.patterns))
	server.AddTool(coverageTool(), tools.handle(tools.coverage))
	server.AddTool(contextTool(), tools.handle(tools.context))
	server.AddTool(validateTool(), tools.handle(tools.validate))
	server.AddTool(driftTool(), tools.handle(tools.drift))
	server.AddTool(tagTool(), tools.handle(tools.tag))
	server.AddTool(diagramTool(), tools.handle(tools.diagram))
	server.AddTool(exportTool(), tools.handle(tools.export))
	tools.addResources(server)
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

// handle adapts a tool to the SDK.
func (t *tools) handle(tool func(context.Context, arguments, index.Progress) (any, error)) mcp.ToolHandler {
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
			return err
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
			err = &refusal{Code: codeInternal, Message: name + " failed unexpectedly"}
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
