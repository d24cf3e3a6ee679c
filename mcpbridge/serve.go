package mcpbridge

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/stdio"
)

var (
	// errHung replaces a process that shows no sign of life.
	errHung = errors.New("the process answers no ping and shows no other sign of life")
	// errStalled replaces a process that does not read its input.
	errStalled = stdio.ErrStalled
)

const (
	// relistDelay gathers a burst of list_changed notifications into one listing.
	relistDelay = 200 * time.Millisecond
	// relistenDelay is the wait before an ended subscription is opened again.
	relistenDelay = 5 * time.Second
)

// serve keeps a process company until it fails or is to end, and returns why.
func (w *worker) serve(proc *process) error {
	ctx, cancel := context.WithCancelCause(w.ctx)
	var company sync.WaitGroup
	company.Go(func() {
		if w.watch(ctx, proc) != nil {
			cancel(errHung)
		}
	})
	company.Go(func() { w.followTools(ctx, proc) })
	company.Go(func() { w.followResources(ctx, proc) })
	if info := proc.sess.Info(); info.Modern && (info.ToolsChange || info.ResourcesChange) {
		company.Go(func() { w.listen(ctx, proc) })
	}
	select {
	case <-proc.conn.Failed():
		cancel(proc.conn.Err())
	case <-ctx.Done():
	}
	company.Wait()
	return context.Cause(ctx)
}

// followTools lists the tools again after they changed.
func (w *worker) followTools(ctx context.Context, proc *process) {
	for gather(ctx, proc.toolsChanged) {
		err := w.within(ctx, proc, w.s.list)
		if err != nil && ctx.Err() == nil {
			w.s.b.log.Warn("tools cannot be listed; keeping the last list", "server", w.s.cfg.Name, w.s.output.failure(err))
		}
	}
}

// followResources lists the resources, and again after they changed. A process for
// a single call has done so in its handshake.
func (w *worker) followResources(ctx context.Context, proc *process) {
	if w.s.cfg.Sharing == SharingPerCall {
		return
	}
	for again := true; again; again = gather(ctx, proc.resourcesChanged) {
		err := w.within(ctx, proc, w.s.listResources)
		if err != nil && ctx.Err() == nil {
			w.s.keepResources(err)
		}
	}
}

// keepResources tells operators that the last list stays.
func (s *server) keepResources(err error) {
	s.b.log.Warn("resources cannot be listed; keeping the last list", "server", s.cfg.Name, s.output.failure(err))
}

// within runs a listing for StartTimeout at most.
func (w *worker) within(ctx context.Context, proc *process, list func(context.Context, *process) error) error {
	ctx, cancel := context.WithTimeout(ctx, w.s.cfg.StartTimeout)
	defer cancel()
	return list(ctx, proc)
}

// gather waits for a change, and a little longer for those that come with it. It
// reports false when ctx has ended.
func gather(ctx context.Context, changed <-chan struct{}) bool {
	select {
	case <-changed:
	case <-ctx.Done():
		return false
	}
	pause(ctx, relistDelay)
	select { // what came meanwhile is covered
	case <-changed:
	default:
	}
	return true
}

// listen keeps a modern server's subscription open; a legacy server notifies
// without one.
func (w *worker) listen(ctx context.Context, proc *process) {
	for ctx.Err() == nil {
		err := proc.sess.Listen(ctx)
		var rpc *jsonrpc.Error
		if errors.As(err, &rpc) {
			return // it does not know the method
		}
		pause(ctx, relistenDelay)
	}
}
