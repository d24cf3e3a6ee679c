package mcpbridge

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/stdio"
)

// operation is what a caller wants of a server. It belongs to one attempt.
type operation interface {
	// principal separates callers under SharingPerPrincipal.
	principal() string
	// route finds the server.
	route(ctx context.Context, b *Bridge) (*server, *Error)
	// send makes the request on a session; meta are members of its _meta.
	send(ctx context.Context, s *server, sess *session.Session, meta []byte) (jsonrpc.Outcome, error)
	// name completes an error with what was asked for, and whether it may be asked
	// for again.
	name(e *Error)
	// span is the name of the operation's span, and its attributes.
	span() (string, []attribute.KeyValue)
}

// attempt is one run of an operation: the one way from a caller to a process.
type attempt struct {
	b        *Bridge
	op       operation
	s        *server
	start    time.Time
	acquired time.Time // zero: not yet
	spawned  bool      // the wait was for a process
	version  string
	out      jsonrpc.Outcome
}

func (b *Bridge) attempt(op operation) *attempt { return &attempt{b: b, op: op, start: time.Now()} }

// run finds the server, waits for a place on one of its processes and for the
// answer, which is in a.out then.
func (a *attempt) run(ctx context.Context) *Error {
	if err := ctx.Err(); err != nil {
		return a.blame(contextError(err), StageRoute)
	}
	var err *Error
	if a.s, err = a.op.route(ctx, a.b); err != nil {
		return a.blame(err, err.Stage)
	}
	a.s.calls.Add(1)
	place, err := a.s.acquire(ctx, a.op.principal())
	if err != nil {
		return a.blame(err, err.Stage)
	}
	defer place.release()
	a.acquired, a.spawned = time.Now(), place.spawned
	return a.send(ctx, place.proc)
}

// send makes the request on a process.
func (a *attempt) send(ctx context.Context, proc *process) *Error {
	a.version = proc.sess.Info().Version
	var err error
	a.out, err = a.op.send(ctx, a.s, proc.sess, a.b.traceMeta(ctx))
	if err == nil {
		return nil
	}
	if a.out.Sent && ctx.Err() != nil {
		proc.abandoned.Store(time.Now().UnixNano())
	}
	return a.classify(ctx, err)
}

// times are how long the answered request waited to be written, and how long the
// server took from then.
func (a *attempt) times() (queue, server time.Duration) {
	return a.out.WrittenAt.Sub(a.start), a.out.AnsweredAt.Sub(a.out.WrittenAt)
}

// classify turns the failure of a written, or almost written, request into an
// Error.
func (a *attempt) classify(ctx context.Context, err error) *Error {
	stage := StageChild
	if !a.out.Written {
		stage = StageWrite
	}
	out := &Error{Err: err}
	var own *Error
	var rpc *jsonrpc.Error
	var lost *jsonrpc.LostError
	var protocol jsonrpc.ProtocolError
	var input *session.InputRequiredError
	switch {
	case errors.As(err, &own): // the operation knows better
		return a.blame(own, own.Stage)
	case errors.As(err, &rpc):
		out.Kind, out.RPC = KindRPC, &RPCError{Code: rpc.Code, Message: rpc.Message, Data: rpc.Data}
	case errors.As(err, &lost) && errors.Is(lost, errClosing):
		out.Kind = KindClosed
	case errors.As(err, &lost):
		out.Kind, out.RetryIn = KindServerExited, a.s.cfg.Backoff.Initial
	case errors.Is(err, jsonrpc.ErrTooLarge):
		out.Kind = KindResponseTooLarge
	case errors.Is(err, stdio.ErrQueueFull):
		out.Kind = KindOverloaded
	case errors.As(err, &protocol), errors.As(err, &input):
		out.Kind = KindProtocol
	case ctx.Err() != nil:
		out = contextError(ctx.Err())
	}
	return a.blame(out, stage)
}

// blame completes an error with what is known of the attempt. The argument may be
// shared and stays as it is.
func (a *attempt) blame(err *Error, stage Stage) *Error {
	out := *err
	out.Stage, out.Written = stage, a.out.Sent
	if a.s != nil {
		out.Server = a.s.cfg.Name
	}
	if a.op != nil {
		a.op.name(&out)
	}
	return &out
}

// contextError turns an ended context's error into an Error.
func contextError(err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: KindDeadlineExceeded, Err: err}
	}
	return &Error{Kind: KindCanceled, Err: err}
}
