package pool

import (
	"context"
	"slices"
	"sync"
	"time"
)

// group is the instances that one set of callers shares, and the calls that wait for
// them. Its fields are guarded by mu.
type group struct {
	cfg  *Config
	mu   *sync.Mutex     // Pool.mu
	life context.Context // ends when the bridge closes
	// onUnused is called with mu held when no call has or waits for a slot.
	onUnused func()

	workers []*worker
	waiters []*waiter
	leases  int
	// lister means that the group was started only to list the tools, single that it
	// serves one call and is never restarted.
	lister, single bool
	// removed means that the workers are counted in Pool.leaving.
	removed     bool
	idle        *time.Timer
	unusedSince time.Time
}

// waiter is a call that waits for an instance. Whoever removes it from the group sets
// inst or failure and closes done.
type waiter struct {
	done    chan struct{}
	inst    *instance
	failure *Error
}

// start starts the workers.
func (g *group) start() {
	for _, w := range g.workers {
		w.start()
	}
}

// stop ends the workers without waiting.
func (g *group) stop(cause error) {
	for _, w := range g.workers {
		w.cancel(cause)
	}
}

// unused reports whether no call has or waits for a slot.
func (g *group) unused() bool { return g.leases == 0 && len(g.waiters) == 0 }

// acquire waits for a slot on the least loaded instance. The caller holds mu, which
// acquire releases: between the choice of a group and the use of a slot, the group must
// not be stopped as unused.
func (g *group) acquire(ctx context.Context) (Lease, *Error) {
	if inst := g.pick(); inst != nil {
		g.grant(inst)
		g.mu.Unlock()
		return Lease{group: g, inst: inst}, nil
	}
	if failure := g.down(); failure != nil {
		g.mu.Unlock()
		return Lease{}, failure
	}
	room := g.cfg.MaxQueue
	if g.single {
		room = max(room, 1) // the call that the instance is started for
	}
	if len(g.waiters) >= room {
		g.mu.Unlock()
		return Lease{}, &Error{Kind: KindOverloaded, Stage: StageQueue}
	}
	w := &waiter{done: make(chan struct{})}
	g.waiters = append(g.waiters, w)
	starting := g.waitStage() == StageStart
	g.mu.Unlock()
	lease, failure := g.await(ctx, w)
	lease.AwaitedStart = starting
	return lease, failure
}

// await waits until the waiter is served, ctx ends or the bridge closes.
func (g *group) await(ctx context.Context, w *waiter) (Lease, *Error) {
	var failure Error
	select {
	case <-w.done:
	case <-ctx.Done():
		failure = Error{Kind: KindContext, Err: ctx.Err()}
	case <-g.life.Done():
		//nolint:contextcheck // the cause of the end of the group
		failure = Error{Kind: KindClosed, Err: context.Cause(g.life)}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiters, w); i >= 0 {
		g.waiters = slices.Delete(g.waiters, i, i+1)
		failure.Stage = g.waitStage()
		return Lease{}, &failure
	}
	if w.failure != nil {
		return Lease{}, w.failure
	}
	// If ctx ended at the moment the waiter was served, the call itself will notice.
	return Lease{group: g, inst: w.inst}, nil
}

// waitStage distinguishes waiting for an instance from waiting for a slot on one.
func (g *group) waitStage() Stage {
	for _, w := range g.workers {
		if w.inst != nil {
			return StageQueue
		}
	}
	return StageStart
}

// pick returns the instance with the fewest calls that accepts another one, or nil.
func (g *group) pick() *instance {
	var best *instance
	for _, w := range g.workers {
		if w.inst == nil || w.inst.inFlight >= g.cfg.MaxInFlight || !w.inst.Accepting() {
			continue
		}
		if best == nil || w.inst.inFlight < best.inFlight {
			best = w.inst
		}
	}
	return best
}

// down returns why no instance will be available soon; nil: one runs or starts.
func (g *group) down() *Error {
	if g.life.Err() != nil {
		return &Error{Kind: KindClosed, Stage: StageQueue, Err: context.Cause(g.life)}
	}
	var first *worker
	for _, w := range g.workers {
		if !w.state.isDown() && w.state != StateStopping {
			return nil
		}
		if first == nil || w.retryAt.Before(first.retryAt) {
			first = w
		}
	}
	return first.downFailure()
}

func (g *group) grant(inst *instance) {
	inst.inFlight++
	g.leases++
	if g.idle != nil {
		g.idle.Stop()
	}
}

// dispatch serves waiting calls in the order in which they came, or fails them all when
// no instance will be available.
func (g *group) dispatch() {
	for len(g.waiters) > 0 {
		inst := g.pick()
		var failure *Error
		if inst == nil {
			if failure = g.down(); failure == nil {
				return
			}
		} else {
			g.grant(inst)
		}
		w := g.waiters[0]
		g.waiters = g.waiters[1:]
		w.inst, w.failure = inst, failure
		close(w.done)
	}
}

// refresh calls dispatch and then, if the group is unused, onUnused.
func (g *group) refresh() {
	g.dispatch()
	if g.unused() {
		g.onUnused()
	}
}
