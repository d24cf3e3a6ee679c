package config

import "time"

// CodeIntelServer is the name of the default child, and of the server that
// CodeIntelService reaches.
const CodeIntelServer = "coderef"

// CodeIntelCommand is the program of the default child.
const CodeIntelCommand = "coderef-mcp"

// DefaultListen is where gRPC is served, and where clients look for it.
const DefaultListen = "127.0.0.1:50051"

// The values of Server.Sharing.
const (
	SharingShared       = "shared"
	SharingPerPrincipal = "per_principal"
	SharingPerCall      = "per_call"
)

// ProtocolVersions are the MCP revisions that a server can be pinned to, newest
// first. The bridge has the list of those it speaks; this package may not ask it,
// and a test of the composition root holds the two together.
func ProtocolVersions() []string {
	return []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

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

// DefaultServer returns a server of that name as it is without further words:
// one process per principal, nothing it says about itself trusted.
func DefaultServer(name string) Server {
	return Server{
		Name:         name,
		Sharing:      SharingPerPrincipal,
		Processes:    1,
		MaxInFlight:  64,
		MaxQueue:     256,
		PingFailures: 3,
		Timeouts: Timeouts{
			Start:        time.Minute, // npx and uvx may have to download first
			Probe:        MaxProbeTimeout,
			StopGrace:    5 * time.Second, // what the MCP SDKs give
			Idle:         10 * time.Minute,
			PingInterval: 15 * time.Second,
			WriteStall:   5 * time.Second,
		},
		Restart: Restart{
			Initial:     100 * time.Millisecond,
			Max:         30 * time.Second,
			Multiplier:  2,
			Jitter:      0.2,
			Budget:      5,
			Window:      time.Minute,
			ParkedRetry: 30 * time.Second,
			ResetAfter:  time.Minute,
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
