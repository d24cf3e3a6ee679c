package mcpbridge

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"

	"github.com/coderef-system/coderefd/mcpbridge/internal/guard"
	"github.com/coderef-system/coderefd/mcpbridge/internal/names"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// tracerName is the instrumentation scope of the bridge's spans.
const tracerName = "github.com/coderef-system/coderefd/mcpbridge"

// Open checks cfg, starts the servers in the background and returns without waiting
// for them. Zero fields of cfg have the defaults that [Config] and [ServerConfig]
// describe; cfg itself is not changed. The error for an invalid configuration names each
// invalid server and field; it is not an [*Error]. A server that cannot be started is
// reported by [Bridge.Servers] and [Bridge.Catalog] and does not affect the others. ctx
// only bounds Open itself.
func Open(ctx context.Context, cfg Config) (*Bridge, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("mcpbridge: invalid configuration: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return nil, contextError(err)
	}
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	sup, err := supervisor.New(cfg.Guard, log)
	if err != nil {
		return nil, &Error{Kind: KindSpawnFailed, Err: err}
	}
	b := newBridge(cfg, log, sup)
	if cfg.SettleTimeout > 0 {
		b.spawn(b.endSettling)
	}
	for _, u := range b.upstreams {
		u.pool.Start()
	}
	return b, nil
}

// newBridge returns a Bridge whose upstreams have not been started.
func newBridge(cfg Config, log *slog.Logger, sup *supervisor.Supervisor) *Bridge {
	b := &Bridge{
		cfg: cfg, log: log, propagator: cfg.Propagator, sup: sup,
		byName:     make(map[string]*upstream),
		settleOver: make(chan struct{}), closed: make(chan struct{}),
	}
	if cfg.TracerProvider != nil {
		b.tracer = cfg.TracerProvider.Tracer(tracerName)
	}
	b.life, b.end = context.WithCancelCause(context.Background())
	b.hurry, b.hurryUp = context.WithCancel(context.Background())
	rt := runtime{log: log, sup: sup, life: b.life, hurry: b.hurry, spawn: b.spawn}
	for _, sc := range cfg.Servers {
		u := newUpstream(rt, cfg, sc, b)
		b.upstreams = append(b.upstreams, u)
		b.byName[sc.Name] = u
	}
	resourcesKnown := func(u *upstream) <-chan struct{} { return u.resourcesSettled }
	b.tools = b.newNames((*upstream).settled, (*upstream).toolNames)
	b.resources = b.newNames(resourcesKnown, (*upstream).resourceURIs)
	b.templates = b.newNames(resourcesKnown, (*upstream).templateTexts)
	for tool, name := range cfg.Bindings {
		if u := b.byName[name]; u != nil {
			b.tools.Bind(tool, u)
		}
	}
	return b
}

func (b *Bridge) newNames(
	known func(*upstream) <-chan struct{}, offered func(*upstream) iter.Seq[string],
) *names.Table[*upstream] {
	return names.New(names.Config[*upstream]{
		Owners: b.upstreams, Known: known, Offered: offered, Settled: b.settleOver,
	})
}

// endSettling closes settleOver after SettleTimeout, and binds the names that a skipped
// upstream had reserved until then.
func (b *Bridge) endSettling() {
	ctx, cancel := context.WithTimeout(b.life, b.cfg.SettleTimeout)
	defer cancel()
	<-ctx.Done()
	close(b.settleOver)
	if b.claim() {
		b.changes.Signal()
	}
}

// RunGuard is the body of the guard process that [Config.Guard] starts. It reads r, its
// standard input, to the end; r ends when the service ends for any reason. It then kills
// the process groups of the remaining child processes. It ignores SIGINT, SIGTERM and
// SIGHUP in the whole process.
func RunGuard(r io.Reader) error { return guard.Run(r) }
