package mcpbridge

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// errClosing is the cause that ends everything when the bridge closes.
var errClosing = errors.New("the bridge is closing")

// Bridge runs the configured servers. Make it with [Open], end it with
// [Bridge.Close].
type Bridge struct {
	cfg        Config
	log        *slog.Logger
	tracer     trace.Tracer // nil: no spans
	propagator propagation.TextMapPropagator
	sup        *supervisor.Supervisor
	servers    []*server // in configuration order
	byName     map[string]*server
	changes    subscribers
	// settleOver is closed when SettleTimeout has passed since Open: from then on
	// neither lists nor free names wait for a first start.
	settleOver chan struct{}

	// life ends when Close begins; hurry ends when a stop may not wait any more.
	life    context.Context
	end     context.CancelCauseFunc
	hurry   context.Context
	hurryUp context.CancelFunc
	running sync.WaitGroup // every goroutine of the bridge
	closing sync.Once
	closed  chan struct{}
	admitMu sync.Mutex // admits goroutines to running while life lasts

	// Bare names and their owners. Resources are named by their URIs, templates by
	// their text.
	tools, resources, templates *names
}

// spawn runs f on a goroutine that Close waits for. It reports false, without
// running f, once the bridge is closing.
func (b *Bridge) spawn(f func()) bool {
	b.admitMu.Lock()
	defer b.admitMu.Unlock()
	if b.life.Err() != nil {
		return false
	}
	b.running.Go(f)
	return true
}

// endSettling closes settleOver in time, and gives away the names that a server
// which is passed over held back.
func (b *Bridge) endSettling() {
	pause(b.life, b.cfg.SettleTimeout)
	close(b.settleOver)
	if b.claim() {
		b.changes.signal()
	}
}

// claim gives away what names are free, and reports whether it gave any.
func (b *Bridge) claim() bool {
	tools, resources, templates := b.tools.claim(), b.resources.claim(), b.templates.claim()
	return tools || resources || templates
}

// server returns the server with a configured name.
func (b *Bridge) server(name string) (*server, error) {
	if s, ok := b.byName[name]; ok {
		return s, nil
	}
	return nil, &Error{Kind: KindServerNotFound, Server: name, Stage: StageRoute}
}

// serversNamed returns one server, or all of them for the empty name.
func (b *Bridge) serversNamed(name string) ([]*server, error) {
	if name == "" {
		return b.servers, nil
	}
	s, err := b.server(name)
	if err != nil {
		return nil, err
	}
	return []*server{s}, nil
}
