package mcpbridge

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/coderef-system/coderefd/mcpbridge/internal/broadcast"
	"github.com/coderef-system/coderefd/mcpbridge/internal/names"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// maxUnlisted limits the number of URIs that remain bound to a server although no server
// lists them: URIs that were read through a template, and URIs that disappeared from a
// list.
const maxUnlisted = 4096

// killWait is how long Close waits for processes after SIGKILL. Only a process that is
// stuck in the kernel lasts longer.
const killWait = 10 * time.Second

var errUnkillable = errors.New("a process does not end after SIGKILL")

// Bridge runs the configured servers. Make it with [Open], end it with
// [Bridge.Close].
type Bridge struct {
	cfg        Config
	log        *slog.Logger
	tracer     trace.Tracer // nil: no spans
	propagator propagation.TextMapPropagator
	sup        *supervisor.Supervisor
	upstreams  []*upstream // in configuration order
	byName     map[string]*upstream
	changes    broadcast.Broadcaster
	// settleOver is closed when SettleTimeout has passed since Open. From then on,
	// neither lists nor free names wait for a first start.
	settleOver chan struct{}

	// life ends when Close begins. hurry ends with the context of Close: processes are
	// then killed without further grace.
	life    context.Context
	end     context.CancelCauseFunc
	hurry   context.Context
	hurryUp context.CancelFunc
	running sync.WaitGroup // every goroutine of the bridge
	closing sync.Once
	closed  chan struct{}
	admitMu sync.Mutex // guards running.Add: after the end of life, no goroutine is added

	// Bare names and their owners. A resource is named by its URI, a template by its
	// text.
	tools, resources, templates *names.Table[*upstream]
}

// spawn runs f on a goroutine that Close waits for. It reports false, without running
// f, when the bridge is closing.
func (b *Bridge) spawn(f func()) bool {
	b.admitMu.Lock()
	defer b.admitMu.Unlock()
	if b.life.Err() != nil {
		return false
	}
	b.running.Go(f)
	return true
}

// claim binds the names that are free, and reports whether it bound any.
func (b *Bridge) claim() bool {
	tools, resources, templates := b.tools.Claim(), b.resources.Claim(), b.templates.Claim()
	return tools || resources || templates
}

// forgetResources limits the number of bound URIs and templates.
func (b *Bridge) forgetResources() {
	listed := 0
	for _, u := range b.upstreams {
		listed += len(u.resources.Load().resources)
	}
	b.resources.Forget(listed+maxUnlisted, func(uri string, owner *upstream) bool {
		return owner.resources.Load().byURI[uri] != nil
	})
	// Templates change with a server's version, not with its data.
	b.templates.Forget(len(b.upstreams)*2*maxTemplates, func(text string, owner *upstream) bool {
		return owner.resources.Load().byTemplate[text] != nil
	})
}

// The methods below implement upstreamListener.

func (b *Bridge) toolsListed(changed bool) {
	if bound := b.tools.Claim(); bound || changed {
		b.changes.Signal()
	}
}

func (b *Bridge) resourcesListed(changed bool) {
	b.forgetResources()
	if bound := b.claim(); bound || changed {
		b.changes.Signal()
	}
}

func (b *Bridge) startEnded() {
	b.claim()
	b.changes.Signal()
}

func (b *Bridge) stateChanged() { b.changes.Signal() }

// upstream returns the upstream with a configured name.
func (b *Bridge) upstream(name string) (*upstream, *Error) {
	if u := b.byName[name]; u != nil {
		return u, nil
	}
	return nil, &Error{Kind: KindServerNotFound, Server: name, Stage: StageRoute}
}

// upstreamsNamed returns one upstream, or all of them for the empty name.
func (b *Bridge) upstreamsNamed(name string) ([]*upstream, *Error) {
	if name == "" {
		return b.upstreams, nil
	}
	u, err := b.upstream(name)
	if err != nil {
		return nil, err
	}
	return []*upstream{u}, nil
}

// Close fails the calls in flight with KindClosed, stops all servers in parallel and
// waits until everything that the bridge started has ended. Each child process gets the
// stop sequence (close of stdin, SIGTERM, SIGKILL); when ctx ends, the remaining ones are
// killed at once. Close may be called more than once; every call waits.
func (b *Bridge) Close(ctx context.Context) error {
	stop := context.AfterFunc(ctx, b.hurryUp)
	defer stop()
	b.closing.Do(func() {
		b.admitMu.Lock()
		b.end(errClosing)
		b.admitMu.Unlock()
		go func() {
			defer close(b.closed)
			b.running.Wait()
			b.sup.Close()
			b.hurryUp()
			b.changes.Close()
		}()
	})
	select {
	case <-b.closed:
		return nil
	case <-ctx.Done():
	}
	timer := time.NewTimer(killWait)
	defer timer.Stop()
	select {
	case <-b.closed:
		return nil
	case <-timer.C:
		return &Error{Kind: KindInternal, Err: errUnkillable}
	}
}
