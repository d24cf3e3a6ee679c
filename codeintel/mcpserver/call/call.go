// Package call runs the requests of clients: tool calls and resource reads. It ends them
// when the server stops, recovers from panics and sends progress notifications.
package call

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// CodeCancelled is the JSON-RPC error code of a cancelled request. MCP defines none; this
// is the code of the Language Server Protocol.
const CodeCancelled = -32800

// Runner runs requests. It is safe for concurrent use.
type Runner struct {
	// Serving is done when the server stops. The SDK waits for the handlers of a session
	// that it closes, but does not cancel their contexts.
	Serving context.Context
	Log     *slog.Logger
}

// Run calls work with a context that is also done when the server stops. A panic in work
// becomes an INTERNAL tool error and is logged. name is the tool or the kind of resource.
func (r *Runner) Run(ctx context.Context, name string, work func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.Log.Error("call panicked", "name", name, "panic", p)
			err = &toolerror.Error{Code: toolerror.Internal, Message: name + " failed unexpectedly"}
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(r.Serving, cancel)() //nolint:contextcheck // the end of the server also cancels
	return work(ctx)
}

// Cancelled returns the JSON-RPC error of a cancelled request if err is or wraps a
// cancellation, else nil. The parameter what names the request in the message.
func Cancelled(err error, what string) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &jsonrpc.Error{Code: CodeCancelled, Message: "the " + what + " was cancelled"}
	}
	return nil
}
