package mcpbridge

import (
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
	"github.com/coderef-system/coderefd/mcpbridge/internal/supervisor"
)

// Config configures a [Bridge].
type Config struct {
	// Servers are in configuration order, which determines the server that a bare tool name
	// resolves to. Names are unique and not empty.
	Servers []ServerConfig
	// ClientName and ClientVersion are sent to servers as clientInfo. Empty:
	// [DefaultClientName] and the version of this module, "devel" in a build that
	// does not record one.
	ClientName, ClientVersion string
	// Bindings are bare tool names bound by an earlier run (tool → server). They
	// hold even while the server is down. Names that are not in Servers are
	// ignored.
	Bindings map[string]string
	// SettleTimeout bounds, from Open on, how long lists and bare names wait for
	// the first start of a server. A server that takes longer gets only the names that are
	// still free when it is ready. A call that names such a server, or whose bare name is
	// bound to it, still waits for it within its own deadline. Zero: lists and bare names
	// wait up to the server's StartTimeout.
	SettleTimeout time.Duration
	// Guard is the argv of a process that calls [RunGuard] with its standard
	// input: the service's own binary with a hidden argument. Empty: no guard, so
	// child processes outlive a SIGKILL of this process unless the kernel's
	// parent-death signal reaches them.
	Guard []string
	// Logger receives log records for operators. Nil discards them.
	Logger *slog.Logger
	// TracerProvider creates the spans of a call and its stages. Nil: no spans.
	TracerProvider trace.TracerProvider
	// Propagator writes the trace context into the _meta of a request (SEP-414). Nil: none is
	// written.
	Propagator propagation.TextMapPropagator
}

// Sharing determines which callers may use the same instance.
type Sharing string

const (
	// SharingShared ("shared") multiplexes all callers over the same instances.
	SharingShared = Sharing(pool.SharingShared)
	// SharingPerPrincipal ("per_principal") gives each principal an instance of its own.
	SharingPerPrincipal = Sharing(pool.SharingPerPrincipal)
	// SharingPerCall ("per_call") starts an instance for each call and stops it afterwards.
	SharingPerCall = Sharing(pool.SharingPerCall)
)

// ServerConfig describes one upstream server. Only Name and Command are required.
// A duration, count or limit that is zero has the default named Default and the
// field's name, such as [DefaultStartTimeout], unless the field says otherwise. A
// negative value is an error of [Open] that names the server and the field.
type ServerConfig struct {
	// Name is the server's name in requests, unique in the Config.
	Name string
	// Command and Args are the argv of the child process. They are not passed to a shell.
	// Command is looked up on the PATH in Env.
	Command string
	Args    []string
	// Env is the whole environment of the child process, as NAME=value. Nil: what
	// [DefaultEnv] selects from this process's environment during Open. Empty but
	// not nil: no variables.
	Env []string
	// Dir is the working directory of the child process. Empty: this process's.
	Dir string

	// Sharing determines which callers share an instance. Empty: [DefaultSharing].
	Sharing Sharing
	// Processes is the number of instances of a server with SharingShared. It has no effect
	// with other values of Sharing.
	Processes int
	// MaxInFlight bounds the concurrent calls of one instance; with SharingPerCall, the
	// instances of the server.
	MaxInFlight int
	// MaxQueue bounds the calls that wait for a slot. Further calls fail with
	// KindOverloaded. [NoQueue]: no call waits.
	MaxQueue int
	// MaxPrincipals bounds the instances of SharingPerPrincipal. Zero: no bound. At the
	// bound, the instance that was unused for longest is stopped. The call fails with
	// KindOverloaded if all instances are in use, or if MaxPrincipals stopped ones have
	// not ended yet.
	MaxPrincipals int
	// IdleTimeout stops the instance of a principal that made no call for that time.
	IdleTimeout time.Duration

	// ProtocolVersion pins the MCP revision, one of [ProtocolVersions]. Empty: the
	// newest revision that the server and the bridge have in common.
	ProtocolVersion string
	// StartTimeout bounds spawn and handshake together.
	StartTimeout time.Duration
	// ProbeTimeout bounds the server/discover probe within StartTimeout. A legacy
	// server that ignores the probe delays each start by this time.
	ProbeTimeout time.Duration
	// StopGrace is the wait after each step of the stop sequence: close of stdin,
	// SIGTERM to the group, SIGKILL to the group.
	StopGrace time.Duration
	// Backoff of restarts.
	Backoff Backoff
	// PingInterval is how often an unresponsive instance is pinged. After PingFailures pings
	// without a response or another liveness signal, the instance is replaced.
	PingInterval time.Duration
	PingFailures int
	// WriteStall is how long a process may leave its standard input unread, while
	// a message waits to be written, before it is replaced.
	WriteStall time.Duration

	// MaxLineBytes bounds one line on the child's stdout. A longer line is drained
	// and fails the call that it is the response to.
	MaxLineBytes int
	// MaxDepth bounds the nesting of one JSON message.
	MaxDepth int

	// TrustAnnotations lets readOnlyHint and idempotentHint decide whether a call that may
	// have run may be repeated.
	TrustAnnotations bool
	// Repeatable are the tools that the operator declares safe to repeat, Unrepeatable those
	// that are not ("*": all). Both override annotations; Unrepeatable overrides Repeatable.
	Repeatable, Unrepeatable []string
	// RetryOnText makes a tool error whose text suggests a transient failure (timeout,
	// temporary, busy, try again, connection reset) a reason to repeat a repeatable call:
	// CallTool then fails with KindTransientResult.
	RetryOnText bool
}

// Backoff is a capped exponential delay between restarts with a crash budget. Zero
// fields have defaults.
type Backoff struct {
	// Initial is the first delay, Max the largest. Zero: [DefaultBackoffInitial],
	// and the larger of [DefaultBackoffMax] and Initial.
	Initial, Max time.Duration
	// Multiplier from one delay to the next, at least 1. Zero:
	// [DefaultBackoffMultiplier].
	Multiplier float64
	// Jitter spreads each delay by this fraction in both directions, at most 1.
	// Zero: [DefaultBackoffJitter]. [NoJitter]: none.
	Jitter float64
	// Budget is the number of failures within Window that parks the server. Zero:
	// [DefaultBackoffBudget] and [DefaultBackoffWindow].
	Budget int
	Window time.Duration
	// ParkedRetry is the time between two starts of a parked server. Zero:
	// [DefaultParkedRetry].
	ParkedRetry time.Duration
	// ResetAfter is the uptime after which earlier failures no longer count. Zero:
	// [DefaultResetAfter].
	ResetAfter time.Duration
}

// ProtocolVersions returns the MCP revisions that the bridge supports, newest first.
func ProtocolVersions() []string { return session.Versions() }

// CheckProgram looks for the working folder and the program of a server, without starting
// anything. The first error is the problem of the folder, the second one that of the
// program; nil means that there is none. Their texts contain Command, Dir and the PATH of
// Env. An empty Dir is the working folder of this process.
func (c *ServerConfig) CheckProgram() (dir, command error) {
	return supervisor.Check(supervisor.Spec{Command: c.Command, Env: c.Env, Dir: c.Dir})
}
