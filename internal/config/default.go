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

// Defaults of the service. Those of a server are constants of mcpbridge. A number without a derivation is a
// judgement, not a measurement.
const (
	// defaultAdminListen is a loopback address, because pprof exposes the memory of the process. Its port
	// follows that of DefaultListen.
	defaultAdminListen = "127.0.0.1:50052"

	// defaultShutdownGrace leaves time to stop the child processes before systemd kills the service, by default
	// after 90 s. Kubernetes kills a pod after 30 s by default: there, shutdown_grace has to be shorter, or
	// terminationGracePeriodSeconds longer.
	defaultShutdownGrace = 30 * time.Second
	// defaultStartupWait is longer than a normal cold start. It is shorter than the start timeout of a server,
	// because the first lists of a client must not wait for a server that downloads its package.
	defaultStartupWait = 5 * time.Second

	// defaultTimeout is the time that CodeRef's MCP server itself allows for a tool. A shorter one would end
	// calls that the server would still complete.
	defaultTimeout = 120 * time.Second
	// defaultMaxTimeout leaves time for a tool that builds or indexes a large repository. It bounds how long
	// an abandoned call with a very long deadline occupies one of the slots of a server.
	defaultMaxTimeout = 15 * time.Minute
	// defaultReserve covers the way of the status to the client: scheduling on both sides and the network. A
	// reserve of 20 ms was too short on a busy machine, where the client's own timer expired first.
	defaultReserve = 50 * time.Millisecond
	// defaultFloor is too short a time to write a request, run a tool and read the result. Without a floor,
	// a call with so little time left would cause load, or run a tool with side effects, for a client that
	// does not get the result.
	defaultFloor = 5 * time.Millisecond

	// defaultMaxAttempts allows one retry for a transient failure and another one if the first retry meets
	// the restart of the process.
	defaultMaxAttempts = 3
	// defaultBackoff is longer than the first delay of a restart (mcpbridge.DefaultBackoffInitial, 100 ms),
	// so that a retry after a crash meets the new process. Two such delays are short compared with
	// defaultTimeout.
	defaultBackoff = 500 * time.Millisecond
	// defaultRetryTokens covers the exit of a process with all its slots in use: two retries for each of
	// mcpbridge.DefaultMaxInFlight = 64 calls are 128, and the rest is for other failures.
	defaultRetryTokens = 200
	// defaultRetryRatio limits the additional load by retries to a fifth of the successful calls in the long
	// run.
	defaultRetryRatio = 0.2
)

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
		AdminListen:   defaultAdminListen,
		ShutdownGrace: defaultShutdownGrace,
		StartupWait:   defaultStartupWait,
		Log:           Log{Level: "info", Format: "auto"},
		Deadlines: Deadlines{
			Default: defaultTimeout,
			Max:     defaultMaxTimeout,
			Reserve: defaultReserve,
			Floor:   defaultFloor,
		},
		Retry: Retry{
			MaxAttempts: defaultMaxAttempts,
			Backoff:     defaultBackoff,
			Budget:      RetryBudget{Tokens: defaultRetryTokens, Ratio: defaultRetryRatio},
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
