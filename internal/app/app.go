package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/method"
	"github.com/coderef-system/coderefd/internal/telemetry"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// Options are the settings that are not part of the configuration.
type Options struct {
	// Build is reported to clients and servers.
	Build Build
	// Guard is the argv of a process that calls [RunGuard]. Empty means no guard.
	Guard []string
	// Environ is the environment of this process. Child processes get a part of it. Nil is an empty
	// environment.
	Environ []string
	// Log receives the log. If it is nil, the log is discarded.
	Log io.Writer
	// StopHint explains how to stop at once. A text log shows it while calls in flight delay the shutdown.
	// Empty means that the log shows no hint.
	StopHint string
}

// App is a running service. Its methods may be called concurrently.
type App struct {
	config    *config.Config
	log       *slog.Logger
	telemetry *telemetry.Telemetry
	bridge    *mcpbridge.Bridge
	services  *server.Services
	health    *endingHealth
	grpc      *grpc.Server
	listener  net.Listener
	admin     *admin // nil if there is none
	owners    *owners
	calls     inFlight
	// hint is the end of the shutdown record; empty if there is none.
	hint string

	stopFollowing context.CancelFunc
	following     sync.WaitGroup
	closing       sync.Once
	closeErr      error
}

// Open builds the service of a validated configuration and listens on its addresses. Child processes start in
// the background; Open does not wait for them. ctx bounds only Open. A connection that arrives before
// [App.Serve] waits for it.
func Open(ctx context.Context, cfg *config.Config, opts Options) (*App, error) {
	if opts.Log == nil {
		opts.Log = io.Discard
	}
	a := &App{config: cfg, health: newHealth(), calls: inFlight{methods: method.Read()}}
	if !LogsJSON(cfg, opts.Log) {
		a.hint = opts.StopHint // a JSON log keeps constant messages
	}
	if err := a.open(ctx, opts); err != nil {
		return nil, errors.Join(err, a.Close(context.WithoutCancel(ctx)))
	}
	return a, nil
}

func (a *App) open(ctx context.Context, opts Options) (err error) {
	if a.log, err = telemetry.NewLogger(opts.Log, a.config.Log.Level, a.config.Log.Format); err != nil {
		return err
	}
	for _, notice := range a.config.Notices {
		level := slog.LevelWarn
		if notice.Severity == config.SeverityError {
			level = slog.LevelError // configured servers do not run
		}
		a.log.Log(ctx, level, notice.String())
	}
	if a.telemetry, err = telemetry.Open(ctx, opts.Build); err != nil {
		return err
	}
	// Listen first: if an address is in use, no child process is started.
	listener, err := listen(ctx, a.config.Listen, "--listen")
	if err != nil {
		return err
	}
	a.listener = newHandshakeListener(listener)
	if a.config.AdminListen != "" {
		listener, err := listen(ctx, a.config.AdminListen, "--admin-listen")
		if err != nil {
			return err
		}
		a.admin = newAdmin(listener, a.health.Server, opts.Build)
	}
	if a.bridge, err = mcpbridge.Open(ctx, bridgeConfig(a.config, opts, a.log, a.telemetry)); err != nil {
		return err
	}
	a.owners = &owners{}
	a.services = server.New(serverConfig(a.config, opts, a.bridge, a.log, time.Now()))
	lookup := &policies{methods: a.calls.methods, config: a.config, owner: a.owners.of, reader: a.bridge.ResourceOwner}
	if a.grpc, err = newGRPC(a.config, a.log, a.telemetry, lookup, &a.calls, a.health.done); err != nil {
		return err
	}
	register(a.grpc, a.services, a.health)
	a.follow() //nolint:contextcheck // runs until Close, longer than the start
	return nil
}

// follow starts the goroutines that follow the bridge until Close.
func (a *App) follow() {
	ctx, cancel := context.WithCancel(context.Background())
	a.stopFollowing = cancel
	a.following.Go(func() { server.FollowHealth(ctx, a.health.Server, a.bridge, config.CodeIntelServer) })
	a.following.Go(func() { a.owners.follow(ctx, a.bridge) })
}

// Addr returns the address of the gRPC listener, in the form that a client dials.
func (a *App) Addr() string {
	if addr := a.listener.Addr(); addr.Network() == "unix" {
		return "unix://" + addr.String()
	}
	return a.listener.Addr().String()
}

// AdminAddr returns the host:port of the admin listener, or "" if there is none.
func (a *App) AdminAddr() string {
	if a.admin == nil {
		return ""
	}
	return a.admin.listener.Addr().String()
}

// Logger returns the service's log.
func (a *App) Logger() *slog.Logger { return a.log }

// Serve serves until ctx ends or a listener fails, then closes the App. It returns the error of a failed
// listener and that of [App.Close]: nil if ctx ended and all calls in flight did so within the grace period. It
// may be called once.
func (a *App) Serve(ctx context.Context) error {
	failed := make(chan error, 2)
	var serving sync.WaitGroup
	serving.Go(func() { failed <- a.grpc.Serve(a.listener) })
	if a.admin != nil {
		serving.Go(func() { failed <- a.admin.serve() })
	}
	var err error
	select {
	case <-ctx.Done():
		a.log.Info("shutting down"+a.waitingFor(), "grace", a.config.ShutdownGrace.String())
	case err = <-failed:
	}
	err = errors.Join(err, a.Close(context.WithoutCancel(ctx)))
	serving.Wait()
	return err
}

// waitingFor describes the calls that delay the shutdown, for a person. It is empty if there are none.
func (a *App) waitingFor() string {
	calls := a.calls.calls.Load()
	switch {
	case a.hint == "" || calls == 0:
		return ""
	case calls == 1:
		return ": waiting for 1 call in flight; " + a.hint
	}
	return fmt.Sprintf(": waiting for %d calls in flight; %s", calls, a.hint)
}

// RunGuard is the main function of the guard process, which kills the child processes after the service has
// exited.
func RunGuard(stdin io.Reader) error { return mcpbridge.RunGuard(stdin) }
