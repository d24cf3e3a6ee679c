package mcpbridge

import (
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Config says which servers a [Bridge] runs and how it presents itself to them.
type Config struct {
	// Servers in configuration order, which decides who owns a bare name.
	// Names are unique and not empty.
	Servers []ServerConfig
	// ClientName and ClientVersion are sent to servers as clientInfo.
	ClientName, ClientVersion string
	// Bindings are bare tool names bound by an earlier run (tool → server). They
	// hold even while the server is down. Names that are not in Servers are
	// ignored.
	Bindings map[string]string
	// SettleTimeout is how long after Open lists and bare names wait for servers
	// in their first start. A server that takes longer is passed over: it claims
	// only names that are still free when it comes up. Zero: they wait for
	// StartTimeout. A call that names such a server, or whose bare name is bound to
	// it, waits for it within its own deadline all the same.
	SettleTimeout time.Duration
	// Guard is the argv of a process that calls [RunGuard] with its standard
	// input: the service's own binary with a hidden argument. Empty: no guard, so
	// children outlive a SIGKILL of this process unless the kernel's parent-death
	// signal reaches them.
	Guard []string
	// Logger takes operators' records. Nil discards them.
	Logger *slog.Logger
	// TracerProvider makes the spans of a call's stages. Nil makes none.
	TracerProvider trace.TracerProvider
	// Propagator writes the trace context into a request's _meta (SEP-414). Nil
	// writes none.
	Propagator propagation.TextMapPropagator
}

// Sharing says which callers may meet in one child process.
type Sharing string

const (
	// SharingShared multiplexes all callers over the same processes.
	SharingShared Sharing = "shared"
	// SharingPerPrincipal gives each principal a process of its own.
	SharingPerPrincipal Sharing = "per_principal"
	// SharingPerCall starts a process for each call and stops it afterwards.
	SharingPerCall Sharing = "per_call"
)

// ServerConfig describes one upstream server. Every duration and count must be
// positive and every limit set: defaults are the caller's business
// (internal/config), so that they stand in one place.
type ServerConfig struct {
	// Name is the server's name in requests, unique in the Config.
	Name string
	// Command and Args are the child's argv, never passed through a shell.
	Command string
	Args    []string
	// Env is the child's environment, whole: nothing is inherited beside it.
	Env []string
	// Dir is the child's working folder; empty means this process's.
	Dir string

	// Sharing, Processes and MaxInFlight bound concurrency. Processes counts for
	// SharingShared only. MaxInFlight is per process; calls beyond it wait in a
	// queue of at most MaxQueue, calls beyond that fail with KindOverloaded.
	Sharing     Sharing
	Processes   int
	MaxInFlight int
	MaxQueue    int
	// MaxPrincipals bounds the processes of SharingPerPrincipal; zero: no bound.
	// At the bound the process that was unused for longest makes room; if all are
	// in use, or as many are still on their way out, the call fails with
	// KindOverloaded.
	MaxPrincipals int
	// IdleTimeout ends the process of a principal who made no call for so long.
	IdleTimeout time.Duration

	// ProtocolVersion pins the MCP revision; empty probes for the newest.
	ProtocolVersion string
	// StartTimeout bounds spawn and handshake together; ProbeTimeout bounds the
	// server/discover probe within it.
	StartTimeout, ProbeTimeout time.Duration
	// StopGrace is the wait after each step of the stop ladder: close of stdin,
	// SIGTERM to the group, SIGKILL to the group.
	StopGrace time.Duration
	// Backoff of restarts.
	Backoff Backoff
	// PingInterval is how often an unresponsive process is pinged; after
	// PingFailures unanswered pings without any other sign of life it is replaced.
	PingInterval time.Duration
	PingFailures int
	// WriteStall is how long the child may leave its standard input unread, while
	// something is waiting to be written, before it is replaced.
	WriteStall time.Duration

	// MaxLineBytes bounds one line on the child's stdout; a longer one is drained
	// and fails the call it answers.
	MaxLineBytes int
	// MaxDepth bounds the nesting of one JSON message.
	MaxDepth int

	// TrustAnnotations lets readOnlyHint and idempotentHint decide whether a call
	// that may have run is repeated.
	TrustAnnotations bool
	// Repeatable names tools that the operator declares safe to repeat ("*" for
	// all), Unrepeatable those that never are; they win over annotations.
	Repeatable, Unrepeatable []string
	// RetryOnText makes a tool's error text that reads as transient (timeout,
	// temporary, busy, try again, connection reset) a reason to repeat a
	// repeatable call.
	RetryOnText bool
}

// Backoff is a capped exponential delay with a crash budget.
type Backoff struct {
	// Initial is the first delay, Max the largest; each is Multiplier times the
	// one before, spread by ±Jitter (0…1).
	Initial, Max time.Duration
	Multiplier   float64
	Jitter       float64
	// Budget is how many failures within Window park the server. A parked server
	// is tried once more each ParkedRetry.
	Budget      int
	Window      time.Duration
	ParkedRetry time.Duration
	// ResetAfter is the uptime that forgets earlier failures.
	ResetAfter time.Duration
}
