package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/method"
	"github.com/coderef-system/coderefd/internal/telemetry"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

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
