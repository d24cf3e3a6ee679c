package mcpbridge

import (
	"bytes"
	"context"
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// CallTool runs a tool once and waits for its result or the end of ctx. It does not
// retry: see [Error.SafeToRetry]. Every error is an [*Error].
//
// When ctx ends after the request was written, the server gets
// notifications/cancelled, and the tool may have run.
func (b *Bridge) CallTool(ctx context.Context, call Call) (*Result, error) {
	op := &toolCall{call: call}
	a := b.attempt(op)
	ctx, end := a.trace(ctx)
	result, err := op.run(ctx, a)
	end(err, op.isError)
	if err != nil {
		return nil, err
	}
	return result, nil
}

// toolCall is the operation of CallTool.
type toolCall struct {
	call    Call
	tool    *Tool
	isError bool
}

func (c *toolCall) run(ctx context.Context, a *attempt) (*Result, *Error) {
	if err := a.run(ctx); err != nil {
		return nil, err
	}
	queue, server := a.times()
	result := &Result{
		Raw: a.out.Result, IsError: c.isError, Server: a.u.cfg.Name, ProtocolVersion: a.version,
		QueueTime: queue, ServerTime: server,
	}
	if c.isError && a.u.cfg.RetryOnText && c.tool.Repeatable && transient(result.Raw) {
		failure := a.annotate(&Error{Kind: KindTransientResult}, StageChild)
		failure.Result = result
		return nil, failure
	}
	return result, nil
}

func (c *toolCall) principal() string { return c.call.Principal }

func (c *toolCall) route(ctx context.Context, b *Bridge) (u *upstream, err *Error) {
	u, c.tool, err = b.route(ctx, c.call.Server, c.call.Tool)
	return u, err
}

func (c *toolCall) send(
	ctx context.Context, u *upstream, sess *session.Session, meta []byte,
) (out jsonrpc.Outcome, err error) {
	out, c.isError, err = sess.CallTool(ctx, session.ToolCall{
		Name: c.call.Tool, Arguments: oneLine(c.call.Arguments), Meta: meta,
		OnProgress: u.onProgress(c.call.OnProgress), OnLog: u.onLog(c.call.OnLog),
	})
	return out, err
}

func (c *toolCall) annotate(e *Error) {
	e.Tool, e.Repeatable = c.call.Tool, c.tool != nil && c.tool.Repeatable
	if e.Server == "" {
		e.Server = c.call.Server
	}
}

func (c *toolCall) span() (string, []attribute.KeyValue) {
	return valueCallMethod + " " + c.call.Tool, []attribute.KeyValue{
		attribute.String(attrMethod, valueCallMethod), attribute.String(attrTool, c.call.Tool),
		attribute.String(attrOperation, valueOperation),
	}
}

// oneLine replaces line breaks in arguments, which would end the message. JSON allows
// them only between tokens, where they are equivalent to spaces.
func oneLine(arguments json.RawMessage) []byte {
	if bytes.IndexByte(arguments, '\n') < 0 {
		return arguments
	}
	return bytes.ReplaceAll(arguments, []byte("\n"), []byte(" "))
}

// onProgress and onLog decode notifications for the caller. One that cannot be decoded is
// counted and dropped.
func (u *upstream) onProgress(f func(Progress)) func([]byte) {
	if f == nil {
		return nil
	}
	return func(params []byte) {
		var p session.Progress
		if json.Unmarshal(params, &p) != nil {
			u.counters.UnknownNotifications.Add(1)
			return
		}
		f(Progress(p))
	}
}

func (u *upstream) onLog(f func(Log)) func([]byte) {
	if f == nil {
		return nil
	}
	return func(params []byte) {
		var l session.Log
		if json.Unmarshal(params, &l) != nil {
			u.counters.UnknownNotifications.Add(1)
			return
		}
		f(Log(l))
	}
}
