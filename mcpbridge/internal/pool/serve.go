package pool

import (
	"context"
	"sync"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

const (
	// relistDelay collects a burst of list_changed notifications into one listing.
	relistDelay = 200 * time.Millisecond
	// resubscribeDelay is the wait before an ended subscription is opened again.
	resubscribeDelay = 5 * time.Second
)

// monitor watches an instance while it serves calls.
type monitor struct {
	cfg    *Config
	inst   *instance
	health health
}

// run watches the instance and follows its lists until it fails or ctx ends, and
// returns the cause.
func (m *monitor) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var tasks sync.WaitGroup
	tasks.Go(func() {
		if err := m.health.watch(ctx); err != nil {
			cancel(err)
		}
	})
	tasks.Go(func() { m.followTools(ctx) })
	tasks.Go(func() { m.followResources(ctx) })
	if info := m.inst.sess.Info(); info.Modern && (info.ToolsChange || info.ResourcesChange) {
		tasks.Go(func() { m.listen(ctx) })
	}
	select {
	case <-m.inst.Failed():
		cancel(m.inst.Err())
	case <-ctx.Done():
	}
	tasks.Wait()
	return context.Cause(ctx)
}

// followTools lists the tools again after each change.
func (m *monitor) followTools(ctx context.Context) {
	for awaitChange(ctx, m.inst.changes.tools) {
		m.list(ctx, "tools", m.cfg.Catalog.ListTools)
	}
}

// followResources lists the resources now and after each change. An instance for a
// single call has listed them in its handshake.
func (m *monitor) followResources(ctx context.Context) {
	if m.cfg.Sharing == SharingPerCall {
		return
	}
	for again := true; again; again = awaitChange(ctx, m.inst.changes.resources) {
		m.list(ctx, "resources", m.cfg.Catalog.ListResources)
	}
}

// list runs a listing, bounded by StartTimeout.
func (m *monitor) list(ctx context.Context, kind string, list func(context.Context, *session.Session) error) {
	listCtx, cancel := context.WithTimeout(ctx, m.cfg.StartTimeout)
	defer cancel()
	if err := list(listCtx, m.inst.sess); err != nil && ctx.Err() == nil {
		m.cfg.Output.Warn("cannot list "+kind+"; keeping the last list", err)
	}
}

// listen keeps the subscription of a modern upstream open. A legacy upstream notifies
// without one.
func (m *monitor) listen(ctx context.Context) {
	for ctx.Err() == nil {
		if jsonrpc.IsResponse(m.inst.sess.Listen(ctx)) {
			return // the upstream does not know the method
		}
		pause(ctx, resubscribeDelay)
	}
}

// awaitChange waits for a change, and relistDelay longer for changes that follow it. It
// reports false when ctx has ended.
func awaitChange(ctx context.Context, changed <-chan struct{}) bool {
	select {
	case <-changed:
	case <-ctx.Done():
		return false
	}
	pause(ctx, relistDelay)
	select { // the listing covers changes that arrived meanwhile
	case <-changed:
	default:
	}
	return true
}

// pause waits until d has passed or ctx has ended.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
