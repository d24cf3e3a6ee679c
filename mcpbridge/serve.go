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
	company.Go(func() { w.followList(ctx, proc) })
	if info := proc.sess.Info(); info.Modern && info.ToolsChange {
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

// followList lists the tools again after they changed.
func (w *worker) followList(ctx context.Context, proc *process) {
	for {
		select {
		case <-proc.relist:
		case <-ctx.Done():
			return
		}
		pause(ctx, relistDelay)
		select { // what came meanwhile is covered
		case <-proc.relist:
		default:
		}
		listCtx, cancel := context.WithTimeout(ctx, w.s.cfg.StartTimeout)
		err := w.s.list(listCtx, proc)
		cancel()
		if err != nil && ctx.Err() == nil {
			w.s.b.log.Warn("tools cannot be listed; keeping the last list", "server", w.s.cfg.Name, w.s.output.failure(err))
		}
	}
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
