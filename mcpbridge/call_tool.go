package mcpbridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/stdio"
)

// CallTool runs a tool once and waits for its answer or the end of ctx. It never
// tries again by itself: see [Error.SafeToRetry]. Every error is an [*Error].
//
// When ctx ends after the request was written, the server is told by
// notifications/cancelled, and the tool may have run.
func (b *Bridge) CallTool(ctx context.Context, call Call) (*Result, error) {
	a := attempt{b: b, call: call, start: time.Now()}
	ctx, end := a.trace(ctx)
	result, err := a.run(ctx)
	end(result, err)
	if err != nil {
		return nil, err
	}
	return result, nil
}

// attempt is one run of CallTool.
type attempt struct {
	b        *Bridge
	call     Call
	s        *server
	tool     *Tool
	start    time.Time
	acquired time.Time // zero: not yet
	spawned  bool      // the wait was for a process
	version  string
	out      jsonrpc.Outcome
}

func (a *attempt) run(ctx context.Context) (*Result, *Error) {
	if err := ctx.Err(); err != nil {
		return nil, a.blame(contextError(err), StageRoute)
	}
	var err *Error
	if a.s, a.tool, err = a.b.route(ctx, a.call.Server, a.call.Tool); err != nil {
		return nil, a.blame(err, err.Stage)
	}
	a.s.calls.Add(1)
	place, err := a.s.acquire(ctx, a.call.Principal)
	if err != nil {
		return nil, a.blame(err, err.Stage)
	}
	defer place.release()
	a.acquired, a.spawned = time.Now(), place.spawned
	return a.send(ctx, place.proc)
}

// send runs the tool on a process.
func (a *attempt) send(ctx context.Context, proc *process) (*Result, *Error) {
	a.version = proc.sess.Info().Version
	var isError bool
	var err error
	a.out, isError, err = proc.sess.CallTool(ctx, session.ToolCall{
		Name: a.call.Tool, Arguments: oneLine(a.call.Arguments), Meta: a.b.traceMeta(ctx),
		OnProgress: onProgress(a.call.OnProgress), OnLog: onLog(a.call.OnLog),
	})
	if err != nil {
		if a.out.Sent && ctx.Err() != nil {
			proc.abandoned.Store(time.Now().UnixNano())
		}
		return nil, a.classify(ctx, err)
	}
	result := &Result{
		Raw: a.out.Result, IsError: isError, Server: a.s.cfg.Name, ProtocolVersion: a.version,
		QueueTime: a.out.WrittenAt.Sub(a.start), ServerTime: a.out.AnsweredAt.Sub(a.out.WrittenAt),
	}
	if isError && a.s.cfg.RetryOnText && a.tool.Repeatable && transient(result.Raw) {
		failure := a.blame(&Error{Kind: KindTransientResult}, StageChild)
		failure.Result = result
		return nil, failure
	}
	return result, nil
}

// classify turns the failure of a written, or almost written, request into an
// Error.
func (a *attempt) classify(ctx context.Context, err error) *Error {
	stage := StageChild
	if !a.out.Written {
		stage = StageWrite
	}
	out := &Error{Err: err}
	var rpc *jsonrpc.Error
	var lost *jsonrpc.LostError
	var protocol jsonrpc.ProtocolError
	var input *session.InputRequiredError
	switch {
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

// blame completes an error with what is known of the call. The argument may be
// shared and stays as it is.
func (a *attempt) blame(err *Error, stage Stage) *Error {
	out := *err
	out.Tool, out.Stage, out.Written = a.call.Tool, stage, a.out.Sent
	if a.s != nil {
		out.Server = a.s.cfg.Name
	} else if out.Server == "" {
		out.Server = a.call.Server
	}
	out.Repeatable = a.tool != nil && a.tool.Repeatable
	return &out
}

// contextError turns an ended context's error into an Error.
func contextError(err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: KindDeadlineExceeded, Err: err}
	}
	return &Error{Kind: KindCanceled, Err: err}
}

// oneLine makes sure that arguments cannot end the line they travel on: a line
// break between JSON tokens means the same as a space, and JSON allows it nowhere
// else.
func oneLine(arguments json.RawMessage) []byte {
	if bytes.IndexByte(arguments, '\n') < 0 {
		return arguments
	}
	return bytes.ReplaceAll(arguments, []byte("\n"), []byte(" "))
}

// onProgress and onLog decode notifications for the caller. What cannot be
// decoded is not a notification the caller could use.
func onProgress(f func(Progress)) func([]byte) {
	if f == nil {
		return nil
	}
	return func(params []byte) {
		var p session.Progress
		if json.Unmarshal(params, &p) == nil {
			f(Progress(p))
		}
	}
}

func onLog(f func(Log)) func([]byte) {
	if f == nil {
		return nil
	}
	return func(params []byte) {
		var l session.Log
		if json.Unmarshal(params, &l) == nil {
			f(Log(l))
		}
	}
}
