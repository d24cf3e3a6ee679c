package mcpbridge

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// operation is a caller's request to an upstream. It belongs to one attempt and is used by one
// goroutine.
type operation interface {
	// principal separates callers under SharingPerPrincipal.
	principal() string
	// route finds the upstream.
	route(ctx context.Context, b *Bridge) (*upstream, *Error)
	// send makes the request on a session; meta are members of its _meta.
	send(ctx context.Context, u *upstream, sess *session.Session, meta []byte) (jsonrpc.Outcome, error)
	description
}

// description describes an operation in errors and spans. Like the operation, it is used by
// one goroutine.
type description interface {
	// annotate sets the fields of an error that describe the request and whether it may be
	// repeated.
	annotate(e *Error)
	// span returns the name of the operation's span and its attributes.
	span() (string, []attribute.KeyValue)
}

// attempt is one execution of an operation.
type attempt struct {
	b            *Bridge
	op           operation
	u            *upstream // nil before it is routed
	start        time.Time
	acquired     time.Time // zero before it has a slot
	awaitedStart bool      // it waited for an instance to start
	version      string
	out          jsonrpc.Outcome
}

func (b *Bridge) attempt(op operation) *attempt { return &attempt{b: b, op: op, start: time.Now()} }

// run routes the operation, waits for a slot on an instance and for the response, which
// is then in a.out.
func (a *attempt) run(ctx context.Context) *Error {
	if err := ctx.Err(); err != nil {
		return a.annotate(contextError(err), StageRoute)
	}
	var err *Error
	if a.u, err = a.op.route(ctx, a.b); err != nil {
		return a.annotate(err, err.Stage)
	}
	a.u.calls.Add(1)
	lease, failure := a.u.pool.Acquire(ctx, a.op.principal())
	if failure != nil {
		return a.annotate(poolError(a.u.cfg.Name, failure), Stage(failure.Stage))
	}
	defer lease.Release()
	a.acquired, a.awaitedStart = time.Now(), lease.AwaitedStart
	return a.send(ctx, lease)
}

// send makes the request.
func (a *attempt) send(ctx context.Context, lease pool.Lease) *Error {
	sess := lease.Session()
	a.version = sess.Info().Version
	var err error
	a.out, err = a.op.send(ctx, a.u, sess, a.b.traceMeta(ctx))
	if err == nil {
		return nil
	}
	if a.out.Sent && ctx.Err() != nil {
		lease.Abandon()
	}
	var own *Error
	if errors.As(err, &own) { // the operation made the error itself
		return a.annotate(own, own.Stage)
	}
	stage := StageChild
	if !a.out.Written {
		stage = StageWrite
	}
	return a.annotate(a.u.requestError(ctx, err), stage)
}

// annotate returns a copy of err that contains the facts of the attempt. err may be shared,
// so it is not changed.
func (a *attempt) annotate(err *Error, stage Stage) *Error {
	out := *err
	out.Stage, out.Written = stage, a.out.Sent
	if a.u != nil {
		out.Server = a.u.cfg.Name
	}
	a.op.annotate(&out)
	return &out
}

// times returns how long the request waited to be written, and how long the server took
// from then to the response.
func (a *attempt) times() (queue, server time.Duration) {
	return a.out.WrittenAt.Sub(a.start), a.out.RespondedAt.Sub(a.out.WrittenAt)
}
