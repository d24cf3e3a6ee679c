package app

import (
	"log/slog"
	"time"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/internal/telemetry"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// bridge is the part of the bridge that the services use.
var (
	_ server.Tools     = (*mcpbridge.Bridge)(nil)
	_ server.Resources = (*mcpbridge.Bridge)(nil)
	_ server.Servers   = (*mcpbridge.Bridge)(nil)
)

// clientName is the name that this service sends to MCP servers.
const clientName = "coderefd"

// bridgeConfig converts the configuration for the bridge.
func bridgeConfig(cfg *config.Config, opts Options, log *slog.Logger, t *telemetry.Telemetry) mcpbridge.Config {
	servers := make([]mcpbridge.ServerConfig, len(cfg.Servers))
	for i := range cfg.Servers {
		servers[i] = childConfig(&cfg.Servers[i], opts.Environ)
	}
	return mcpbridge.Config{
		Servers:        servers,
		ClientName:     clientName,
		ClientVersion:  opts.Build.Version,
		SettleTimeout:  cfg.StartupWait,
		Guard:          opts.Guard,
		Logger:         log,
		TracerProvider: t.Tracer,
		Propagator:     t.Propagator,
	}
}

// childConfig converts the configuration of one server.
func childConfig(s *config.Server, environ []string) mcpbridge.ServerConfig {
	repeatable, unrepeatable := repeatables(s)
	restart := s.Restart
	if restart.Jitter == 0 { // the bridge would replace zero by its default
		restart.Jitter = mcpbridge.NoJitter
	}
	return mcpbridge.ServerConfig{
		Name:             s.Name,
		Command:          s.Command,
		Args:             s.Args,
		Env:              s.Environ(environ),
		Dir:              s.Dir,
		Sharing:          mcpbridge.Sharing(s.Sharing),
		Processes:        s.Processes,
		MaxInFlight:      s.MaxInFlight,
		MaxQueue:         s.MaxQueue,
		IdleTimeout:      s.Timeouts.Idle,
		ProtocolVersion:  s.ProtocolVersion,
		StartTimeout:     s.Timeouts.Start,
		ProbeTimeout:     s.Timeouts.Probe,
		StopGrace:        s.Timeouts.StopGrace,
		PingInterval:     s.Timeouts.PingInterval,
		PingFailures:     s.PingFailures,
		WriteStall:       s.Timeouts.WriteStall,
		MaxLineBytes:     config.ChildLineBytes,
		MaxDepth:         config.Depth,
		TrustAnnotations: s.TrustAnnotations,
		Repeatable:       repeatable,
		Unrepeatable:     unrepeatable,
		RetryOnText:      s.RetryOnText,
		Backoff:          restart,
	}
}

// repeatables returns the tools that the operator declared repeatable, and those declared not repeatable.
func repeatables(s *config.Server) (yes, no []string) {
	for name, tool := range s.Tools {
		switch {
		case tool.Repeatable == nil:
		case *tool.Repeatable:
			yes = append(yes, name)
		default:
			no = append(no, name)
		}
	}
	return yes, no
}

// serverConfig converts the configuration for the services.
func serverConfig(
	cfg *config.Config, opts Options, bridge *mcpbridge.Bridge, log *slog.Logger, start time.Time,
) server.Config {
	return server.Config{
		Tools:     bridge,
		Resources: bridge,
		Servers:   bridge,
		Limits: server.Limits{
			RequestBytes:       config.RequestBytes,
			ResponseBytes:      config.ResponseBytes,
			ChunkBytes:         config.ChunkBytes,
			ServerMessageBytes: config.ChildLineBytes,
			JSONDepth:          config.Depth,
		},
		Deadlines: server.Deadlines{
			Default:     cfg.Deadlines.Default,
			Max:         cfg.Deadlines.Max,
			MaxAttempts: cfg.Retry.MaxAttempts,
		},
		Build:            server.Build(opts.Build),
		StartTime:        start,
		ProtocolVersions: mcpbridge.ProtocolVersions(),
		Warnings:         cfg.Warnings(),
		CodeIntelServer:  config.CodeIntelServer,
		Logger:           log,
	}
}
