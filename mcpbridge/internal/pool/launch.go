package pool

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

const (
	// relistAfter is the age from which an instance of SharingPerCall lists the tools
	// again: such an instance ends before it could report a change.
	relistAfter = time.Minute
	// listTimeout bounds the listing of resources where a call waits for it.
	listTimeout = 5 * time.Second
)

var errHandshake = errors.New("the handshake failed")

// launcher starts instances and opens their sessions.
type launcher struct {
	cfg      *Config
	stats    *stats
	revision *revision
	// single means that an instance serves a single call.
	single bool
}

// launch starts an instance, opens its session and lists the tools if necessary, all
// within StartTimeout. started gets the process id before the handshake. When the
// handshake fails, launch returns the stopped instance with the failure.
func (l *launcher) launch(ctx, hurry context.Context, started func(pid int)) (*instance, *Error) {
	ctx, cancel := context.WithTimeout(ctx, l.cfg.StartTimeout)
	defer cancel()
	inst := &instance{changes: newListChanges(), started: time.Now()}
	conn, err := l.cfg.Transport.Start(ctx, inst.changes.notify)
	if err != nil {
		return nil, &Error{Kind: KindStartFailed, Stage: StageStart, Ran: inst.age(), Err: err}
	}
	l.stats.starts.Add(1)
	inst.Instance = conn
	started(inst.PID())
	if err := l.handshake(ctx, inst); err != nil {
		ran := inst.age()
		exit := inst.Stop(hurry, errHandshake)
		failure := l.handshakeFailure(err, exit)
		failure.Ran = ran
		return inst, failure
	}
	return inst, nil
}

// handshake opens the session and lists the tools. Resources are listed after the
// handshake, so that a slow list does not delay the start, unless the instance serves a
// single call.
func (l *launcher) handshake(ctx context.Context, inst *instance) (err error) {
	options := l.cfg.Session
	options.Known = l.revision.take()
	inst.sess, err = session.Open(ctx, inst, options)
	if err != nil {
		l.rememberEra(options, err)
		return err
	}
	if !l.needsTools() {
		return nil
	}
	err = l.cfg.Catalog.ListTools(ctx, inst.sess)
	if err != nil && !l.cfg.Catalog.ToolsListedAt().IsZero() && ctx.Err() == nil && inst.Accepting() {
		l.cfg.Output.Warn("cannot list tools; keeping the last list", err)
		err = nil
	}
	if err == nil && l.cfg.Sharing == SharingPerCall {
		listCtx, cancel := context.WithTimeout(ctx, listTimeout)
		defer cancel()
		if err := l.cfg.Catalog.ListResources(listCtx, inst.sess); err != nil {
			l.cfg.Output.Warn("cannot list resources; keeping the last list", err)
		}
	}
	return err
}

// needsTools reports whether the handshake has to list the tools.
func (l *launcher) needsTools() bool {
	return !l.single || time.Since(l.cfg.Catalog.ToolsListedAt()) > relistAfter
}

// rememberEra lets the next start omit the probe if the instance ended during this one:
// some servers exit on any request before initialize.
func (l *launcher) rememberEra(options session.Options, err error) {
	var lost *jsonrpc.LostError
	if options.Known == "" && options.Pin == "" && errors.As(err, &lost) {
		l.revision.set(session.Fallback())
	}
}

// handshakeFailure classifies the error of a handshake. exit is why the instance ended.
func (l *launcher) handshakeFailure(err, exit error) *Error {
	var lost *jsonrpc.LostError
	if errors.As(err, &lost) {
		err = fmt.Errorf("%w, during the handshake", exit)
		return &Error{Kind: KindExited, Stage: StageStart, Err: err}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("no handshake within %v: %w", l.cfg.StartTimeout, err)
	}
	return &Error{Kind: KindHandshakeFailed, Stage: StageStart, Err: err}
}
