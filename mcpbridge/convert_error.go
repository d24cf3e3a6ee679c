package mcpbridge

import (
	"context"
	"errors"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// errClosing is the cause with which Close cancels the life of the bridge, and
// thereby all calls.
var errClosing = errors.New("the bridge is closing")

// closedError returns the error of a call that finds the bridge closing.
func closedError(stage Stage) *Error {
	return &Error{Kind: KindClosed, Stage: stage, Err: errClosing}
}

// contextError converts the error of an ended context.
func contextError(err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: KindDeadlineExceeded, Err: err}
	}
	return &Error{Kind: KindCanceled, Err: err}
}

// poolError converts the failure of a pool and its causes.
func poolError(server string, f *pool.Error) *Error {
	if f == nil {
		return nil
	}
	out := &Error{Kind: KindInternal, Server: server, Stage: Stage(f.Stage), RetryIn: f.RetryIn, Err: f.Err}
	var cause *pool.Error
	if errors.As(f.Err, &cause) {
		out.Err = poolError(server, cause)
	}
	switch f.Kind {
	case pool.KindUnavailable:
		out.Kind = KindServerUnavailable
	case pool.KindParked:
		out.Kind = KindServerParked
	case pool.KindStartFailed:
		out.Kind = KindSpawnFailed
	case pool.KindHandshakeFailed:
		out.Kind = KindHandshakeFailed
	case pool.KindExited:
		out.Kind = KindServerExited
	case pool.KindOverloaded:
		out.Kind = KindOverloaded
	case pool.KindContext:
		out.Kind = contextError(f.Err).Kind
	case pool.KindClosed:
		out.Kind = KindClosed
	}
	return out
}

// requestError converts the error of a request. Its stage is set by the caller.
func requestError(ctx context.Context, err error) *Error {
	var rpc *jsonrpc.Error
	var lost *jsonrpc.LostError
	var protocol jsonrpc.ProtocolError
	var input *session.InputRequiredError
	out := &Error{Kind: KindInternal, Err: err}
	switch {
	case errors.As(err, &rpc):
		out.Kind, out.RPC = KindRPC, &RPCError{Code: rpc.Code, Message: rpc.Message, Data: rpc.Data}
	case errors.As(err, &lost) && errors.Is(lost, errClosing):
		out.Kind = KindClosed
	case errors.As(err, &lost):
		out.Kind = KindServerExited
	case errors.Is(err, jsonrpc.ErrTooLarge):
		out.Kind = KindResponseTooLarge
	case errors.Is(err, jsonrpc.ErrQueueFull):
		out.Kind = KindOverloaded
	case errors.As(err, &protocol), errors.As(err, &input):
		out.Kind = KindProtocol
	case ctx.Err() != nil:
		return contextError(ctx.Err())
	}
	return out
}
