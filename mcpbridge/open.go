package mcpbridge

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// tracerName is the instrumentation scope of the bridge's spans.
const tracerName = "github.com/coderef-system/coderefd/mcpbridge"

// Open checks cfg, starts the servers in the background and returns without waiting
// for them. Zero fields of cfg have the defaults that [Config] and [ServerConfig]
// describe; cfg itself is not changed. The error for a wrong configuration names each
// server and field that is wrong; it is not an [*Error]. A server that cannot be started is reported by
// [Bridge.Servers] and [Bridge.Catalog] and does not affect the others. ctx only
// bounds Open itself.
func Open(ctx context.Context, cfg Config) (*Bridge, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("mcpbridge: invalid configuration: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return nil, contextError(err)
	}
	b := newBridge(cfg)
	sup, err := supervisor.New(cfg.Guard, b.log)
	if err != nil {
		b.hurryUp()
		b.end(errClosing)
		return nil, &Error{Kind: KindSpawnFailed, Err: err}
	}
	b.sup = sup
	if cfg.SettleTimeout > 0 {
		b.spawn(b.endSettling)
	}
	for _, s := range b.servers {
		s.open()
	}
	return b, nil
}

func newBridge(cfg Config) *Bridge {
	b := &Bridge{
		cfg: cfg, log: cfg.Logger, propagator: cfg.Propagator,
		byName:     make(map[string]*server),
		settleOver: make(chan struct{}), closed: make(chan struct{}),
	}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	if cfg.TracerProvider != nil {
		b.tracer = cfg.TracerProvider.Tracer(tracerName)
	}
	b.life, b.end = context.WithCancelCause(context.Background())
	b.hurry, b.hurryUp = context.WithCancel(context.Background())
	for _, sc := range cfg.Servers {
		s := newServer(b, sc)
		b.servers = append(b.servers, s)
		b.byName[sc.Name] = s
	}
	b.tools = b.newNames((*server).toolsKnown, (*server).toolNames)
	b.resources = b.newNames((*server).resourcesKnown, (*server).resourceURIs)
	b.templates = b.newNames((*server).resourcesKnown, (*server).templateTexts)
	for tool, name := range cfg.Bindings {
		if s := b.byName[name]; s != nil {
			b.tools.set(tool, s)
		}
	}
	return b
}
