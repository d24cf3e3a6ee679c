package config

import (
	"time"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// CodeIntelServer is the name of the default upstream, which also serves CodeIntelService.
const CodeIntelServer = "coderef"

// CodeIntelCommand is the program of the default upstream.
const CodeIntelCommand = "coderef-mcp"

// DefaultListen is the default address of the gRPC listener and of clients.
const DefaultListen = "127.0.0.1:50051"

// Values of Server.Sharing.
const (
	SharingShared       = string(mcpbridge.SharingShared)
	SharingPerPrincipal = string(mcpbridge.SharingPerPrincipal)
	SharingPerCall      = string(mcpbridge.SharingPerCall)
)

// ProtocolVersions returns the MCP revisions that a server can be pinned to, newest first.
func ProtocolVersions() []string { return mcpbridge.ProtocolVersions() }

// Default returns the configuration of a service without any settings, and without servers, which [Load]
// adds.
func Default() *Config {
	return &Config{
		Listen:        DefaultListen,
		AdminListen:   "127.0.0.1:50052",
		ShutdownGrace: 30 * time.Second,
		StartupWait:   5 * time.Second, // longer than a normal cold start
		Log:           Log{Level: "info", Format: "auto"},
		Deadlines: Deadlines{
			Default: 120 * time.Second,
			Max:     15 * time.Minute,
			Reserve: 50 * time.Millisecond,
			Floor:   5 * time.Millisecond,
		},
		Retry: Retry{
			MaxAttempts: 3,
			Backoff:     500 * time.Millisecond,
			Budget:      RetryBudget{Tokens: 200, Ratio: 0.2},
		},
		CodeIntel: CodeIntel{Enabled: true},
		origins:   problem.Origins{},
	}
}

// DefaultServer returns a server with the given name and the defaults of the bridge: one process per
// principal, annotations not trusted.
func DefaultServer(name string) Server {
	return Server{
		Name:         name,
		Sharing:      string(mcpbridge.DefaultSharing),
		Processes:    mcpbridge.DefaultProcesses,
		MaxInFlight:  mcpbridge.DefaultMaxInFlight,
		MaxQueue:     mcpbridge.DefaultMaxQueue,
		PingFailures: mcpbridge.DefaultPingFailures,
		Timeouts: Timeouts{
			Start:        mcpbridge.DefaultStartTimeout,
			Probe:        mcpbridge.DefaultProbeTimeout,
			StopGrace:    mcpbridge.DefaultStopGrace,
			Idle:         mcpbridge.DefaultIdleTimeout,
			PingInterval: mcpbridge.DefaultPingInterval,
			WriteStall:   mcpbridge.DefaultWriteStall,
		},
		Restart: mcpbridge.Backoff{
			Initial:     mcpbridge.DefaultBackoffInitial,
			Max:         mcpbridge.DefaultBackoffMax,
			Multiplier:  mcpbridge.DefaultBackoffMultiplier,
			Jitter:      mcpbridge.DefaultBackoffJitter,
			Budget:      mcpbridge.DefaultBackoffBudget,
			Window:      mcpbridge.DefaultBackoffWindow,
			ParkedRetry: mcpbridge.DefaultParkedRetry,
			ResetAfter:  mcpbridge.DefaultResetAfter,
		},
	}
}

// defaultCodeIntel returns the default upstream without its command. It keeps no state per caller, so all
// callers share it, and its annotations are trusted because it is part of this project.
func defaultCodeIntel() Server {
	s := DefaultServer(CodeIntelServer)
	s.Sharing = SharingShared
	s.TrustAnnotations = true
	return s
}
