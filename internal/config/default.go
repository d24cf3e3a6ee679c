package config

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// CodeIntelServer is the name of the default child, and of the server that
// CodeIntelService reaches.
const CodeIntelServer = "coderef"

// CodeIntelCommand is the program of the default child.
const CodeIntelCommand = "coderef-mcp"

// DefaultListen is where gRPC is served, and where clients look for it.
const DefaultListen = "127.0.0.1:50051"

// The values of Server.Sharing.
const (
	SharingShared       = string(mcpbridge.SharingShared)
	SharingPerPrincipal = string(mcpbridge.SharingPerPrincipal)
	SharingPerCall      = string(mcpbridge.SharingPerCall)
)

// ProtocolVersions returns the MCP revisions that a server can be pinned to, newest
// first.
func ProtocolVersions() []string { return mcpbridge.ProtocolVersions() }

// Default returns the configuration of a service that was told nothing, without
// servers: [Load] adds them.
func Default() *Config {
	return &Config{
		Listen:        DefaultListen,
		AdminListen:   "127.0.0.1:50052",
		ShutdownGrace: 30 * time.Second,
		StartupWait:   5 * time.Second, // above an honest cold start
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
		origins:   origins{},
	}
}

// DefaultServer returns a server of that name with the defaults of the bridge: one
// process per principal, annotations not trusted.
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
		Restart: Restart{
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

// defaultCodeIntel returns the default child without its command: it keeps no
// state of a caller, so all share it, and its hints are our own word.
func defaultCodeIntel() Server {
	s := DefaultServer(CodeIntelServer)
	s.Sharing = SharingShared
	s.TrustAnnotations = true
	return s
}
