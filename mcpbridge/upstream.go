package mcpbridge

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
)

// upstream is one configured server: its instances, its tools and resources, and its
// counters.
type upstream struct {
	cfg       ServerConfig
	log       *slog.Logger
	life      context.Context
	listener  upstreamListener
	transport transport.Transport
	pool      *pool.Pool
	output    *outputlog.Log
	counters  transport.Counters
	calls     atomic.Uint64
	tools     atomic.Pointer[toolList]
	resources atomic.Pointer[resourceList]
	// resourcesSettled is closed when the first list of resources arrived, or will not
	// arrive soon.
	resourcesSettled chan struct{}

	mu sync.Mutex
	// resourcesErr is why the last list of resources failed; nil: it did not.
	resourcesErr *Error
}

// upstreamListener is notified of changes of an upstream. Its methods may be called
// concurrently.
type upstreamListener interface {
	// toolsListed and resourcesListed are called after a successful list; changed means
	// that the list differs from the previous one.
	toolsListed(changed bool)
	resourcesListed(changed bool)
	// startEnded means that the start of an instance succeeded or failed.
	startEnded()
	// stateChanged means that the state of an instance changed in another way.
	stateChanged()
}

// runtime contains the parts that all upstreams share.
type runtime struct {
	log  *slog.Logger
	sup  *supervisor.Supervisor
	life context.Context
	// hurry ends when a stop may no longer wait.
	hurry context.Context
	spawn func(func()) bool
}

func newUpstream(rt runtime, client Config, cfg ServerConfig, listener upstreamListener) *upstream {
	u := &upstream{
		cfg: cfg, log: rt.log, life: rt.life, listener: listener,
		output: outputlog.New(rt.log, cfg.Name, cfg.Env), resourcesSettled: make(chan struct{}),
	}
	u.tools.Store(&toolList{})
	u.resources.Store(&resourceList{})
	u.transport = u.newTransport(rt)
	u.pool = pool.New(rt.life, rt.hurry, pool.Config{
		Transport: u.transport, Catalog: upstreamCatalog{u}, Observer: upstreamObserver{u},
		Output: u.output, Spawn: rt.spawn,
		Session: session.Options{
			ClientName: client.ClientName, ClientVersion: client.ClientVersion,
			Pin: cfg.ProtocolVersion, ProbeTimeout: cfg.ProbeTimeout,
		},
		Sharing: pool.Sharing(cfg.Sharing), Instances: cfg.Processes,
		MaxInFlight: cfg.MaxInFlight, MaxQueue: cfg.MaxQueue, MaxPrincipals: cfg.MaxPrincipals,
		IdleTimeout: cfg.IdleTimeout, StartTimeout: cfg.StartTimeout,
		PingInterval: cfg.PingInterval, PingFailures: cfg.PingFailures,
		Backoff: backoff.Policy(cfg.Backoff),
	})
	return u
}

// settled is closed when the first start is over, whether it succeeded or not.
func (u *upstream) settled() <-chan struct{} { return u.pool.Settled() }

// fault returns an error of this upstream.
func (u *upstream) fault(kind Kind, stage Stage, cause error) *Error {
	return &Error{Kind: kind, Server: u.cfg.Name, Stage: stage, Err: cause}
}

// unavailable returns the error of a call that found no instance, although one became
// ready at the same moment.
func (u *upstream) unavailable(stage Stage) *Error {
	err := u.fault(KindServerUnavailable, stage, nil)
	err.RetryIn = u.cfg.Backoff.Initial
	return err
}

// requestError converts the error of a request to this upstream. Its stage is set by the
// caller.
func (u *upstream) requestError(ctx context.Context, err error) *Error {
	out := requestError(ctx, err)
	out.Server = u.cfg.Name
	if out.Kind == KindServerExited {
		out.RetryIn = u.cfg.Backoff.Initial
	}
	return out
}

// await waits until one of the channels "ready" and "enough" is closed. The first is
// closed at the latest when the first start is over. The second may be nil, and is then
// never closed. The error is not nil if ctx or the life of the bridge ends first.
func (u *upstream) await(ctx context.Context, ready, enough <-chan struct{}) *Error {
	if isClosed(ready) || isClosed(enough) {
		return nil
	}
	select {
	case <-ready:
		return nil
	case <-enough:
		return nil
	case <-u.life.Done():
		return u.fault(KindClosed, StageSpawn, errClosing)
	case <-ctx.Done():
		err := contextError(ctx.Err())
		err.Server, err.Stage = u.cfg.Name, StageSpawn
		return err
	}
}

// settleResources ends the wait for the first list of resources. The caller holds mu.
func (u *upstream) settleResources() {
	if !isClosed(u.resourcesSettled) {
		close(u.resourcesSettled)
	}
}

// isClosed reports whether a channel that is only ever closed has been closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
