package resources

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// TestReadFailuresHaveCodes checks that a read ends when the server stops, and that a panic fails
// only its own read.
func TestReadFailuresHaveCodes(t *testing.T) {
	serving, stop := context.WithCancel(context.Background())
	known := projects.New(index.Options{})
	t.Cleanup(known.Close)
	runner := &call.Runner{Serving: serving, Log: slog.New(slog.DiscardHandler)}
	resources := New(runner, known, native.New(known))
	read := func(work func(context.Context) error) error {
		next := func(ctx context.Context, _ string, _ mcp.Request) (mcp.Result, error) {
			return nil, runner.Run(ctx, "summary", work)
		}
		req := &mcp.ReadResourceRequest{Params: &mcp.ReadResourceParams{URI: "coderef://summary/a"}}
		_, err := resources.prepare(next)(context.Background(), "resources/read", req)
		return err
	}
	var e *jsonrpc.Error
	if err := read(func(context.Context) error { panic("oh") }); !errors.As(err, &e) ||
		e.Code != jsonrpc.CodeInternalError ||
		strings.Contains(e.Message, "oh") || !strings.Contains(string(e.Data), string(toolerror.Internal)) {
		t.Errorf("panic: got %v, want %s without the panic value", err, toolerror.Internal)
	}
	if err := read(func(context.Context) error { return io.ErrUnexpectedEOF }); !errors.As(err, &e) ||
		e.Code != jsonrpc.CodeInternalError {
		t.Errorf("failure: got %v, want code %d", err, jsonrpc.CodeInternalError)
	}
	if err := read(func(ctx context.Context) error { stop(); <-ctx.Done(); return ctx.Err() }); !errors.As(err, &e) ||
		e.Code != call.CodeCancelled {
		t.Errorf("end of the server: got %v, want code %d", err, call.CodeCancelled)
	}
}
