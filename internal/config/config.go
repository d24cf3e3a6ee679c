package config

import (
	"time"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// Config is the whole configuration. [Load] returns it complete and checked.
type Config struct {
	// Listen is the address of the gRPC listener: host:port, or unix:///path. Port 0 selects a free port. It
	// must not be empty.
	Listen string
	// AdminListen is the address of the HTTP listener for health, version and pprof: host:port. Port 0 selects
	// a free port. Empty disables it.
	AdminListen string
	// Insecure allows listeners without TLS that are reachable from other machines. Without it, Listen and
	// AdminListen must be loopback addresses or, for Listen, a unix socket.
	Insecure bool
	// ShutdownGrace is the time for calls in flight after the first signal. It is longer than zero.
	ShutdownGrace time.Duration
	// StartupWait is the time after the start for which lists and bare tool names wait for servers that start
	// for the first time. A slower server does not affect others, and owns only the names that are still free
	// when it is ready. It is longer than zero.
	StartupWait time.Duration
	// Log configures the log.
	Log Log
	// Deadlines bound every call.
	Deadlines Deadlines
	// Retry bounds the repetition of failed calls.
	Retry Retry
	// CodeIntel configures the default upstream.
	CodeIntel CodeIntel
	// Servers are in configuration order: the default upstream, the servers of the YAML file, then those of
	// each further file. This order determines which server owns a bare tool name. There are at most
	// MaxServers.
	Servers []Server
	// Notices are warnings, and the errors of files that were left out, in the order in which they were
	// found. The service starts despite them.
	Notices []Problem

	mcpConfigs []source.Ref
	origins    problem.Origins
	// secrets are texts that settings may contain and that must not be shown.
	secrets []string
}

// Log configures the log.
type Log struct {
	// Level is debug, info, warn or error. It must not be empty.
	Level string
	// Format is json, text, or auto, which means text on a terminal and JSON otherwise. It must not be empty.
	Format string
}

// Deadlines bound calls for which the server and the tool set nothing.
type Deadlines struct {
	// Default is the time for a call without a deadline, including all its attempts. It is longer than zero,
	// at least Floor and at most Max.
	Default time.Duration
	// Max is the longest deadline; longer ones are reduced to it. It is between MinTimeout and MaxTimeoutCap.
	Max time.Duration
	// Reserve is subtracted from the caller's deadline, so that the status of the service, which names the
	// stage, arrives before the client creates its own status. At most a tenth of the remaining time is
	// subtracted. It is between zero, which means no reserve, and Max.
	Reserve time.Duration
	// Floor is the minimum time, after the reserve, that a call needs to be started. It is between zero, which
	// means no minimum, and Max.
	Floor time.Duration
}

// Retry bounds the repetition of failed calls.
type Retry struct {
	// MaxAttempts includes the first attempt. It is between 1, which means no retry, and MaxAttemptsCap.
	MaxAttempts int
	// Backoff is the delay between two attempts, which varies randomly by up to 20%. A failure can require a
	// longer delay. It is between zero, which means no delay, and Deadlines.Max.
	Backoff time.Duration
	// Budget keeps retries from multiplying the load on a failing server.
	Budget RetryBudget
}

// RetryBudget limits the retries of all calls to one server.
type RetryBudget struct {
	// Tokens is the initial and the largest number of tokens. A retry takes one. It should be large enough
	// for all calls in flight when a process exits. It is between 1 and MaxRetryTokens.
	Tokens int
	// Ratio is the part of a token that a successful call returns: 0.2 allows one retry per five calls in the
	// long run. It is between 0, with which spent tokens are not replaced, and 1.
	Ratio float64
}

// CodeIntel configures the default upstream, coderef-mcp.
type CodeIntel struct {
	// Enabled adds the default upstream, unless a server named [CodeIntelServer] is configured.
	Enabled bool
	// Command is the program. Empty means coderef-mcp next to this executable, otherwise on PATH.
	Command string
	// Args are the arguments of the program.
	Args []string
}

// Server is one MCP server that runs as a child process.
type Server struct {
	// Name is the name in requests. It is unique: 1 to 128 characters of A-Z a-z 0-9 _ . -
	Name string
	// Command and Args are its argv, without a shell. Command must not be empty.
	Command string
	Args    []string
	// Env is added to the clean environment and overrides it.
	Env map[string]string
	// InheritEnv names further variables to inherit from the environment of the service. A trailing * matches
	// any suffix.
	InheritEnv []string
	// Dir is its working folder. Empty means that of the service.
	Dir string

	// Sharing is shared, per_principal or per_call. It must not be empty.
	Sharing string
	// Processes is the number of processes of a shared server, 1 to MaxProcesses. It is 1 if the server is
	// not shared.
	Processes int
	// MaxInFlight is the number of concurrent calls of one process, 1 to MaxInFlightCap.
	MaxInFlight int
	// MaxQueue is the number of calls that wait in addition, 1 to MaxQueueCap.
	MaxQueue int
	// TrustAnnotations lets the server's own hints decide which tools may be repeated.
	TrustAnnotations bool
	// RetryOnText repeats calls of repeatable tools whose error text indicates a transient error.
	RetryOnText bool
	// ProtocolVersion pins the MCP revision, one of [ProtocolVersions]. Empty means the newest that both
	// support.
	ProtocolVersion string
	// PingFailures is the number of consecutive pings without a response after which a silent process is
	// replaced, 1 to MaxPingFailures.
	PingFailures int

	// Timeouts of the process.
	Timeouts Timeouts
	// Restart configures restarts. After reading, every field is set. Unlike in mcpbridge, zero does not mean
	// the default:
	//   - Initial, Window, ParkedRetry and ResetAfter are longer than zero, and Max is at least Initial.
	//   - Multiplier is between 1, which means a constant delay, and MaxRestartMultiplier.
	//   - Jitter is a fraction between 0, which means none, and 1.
	//   - Budget is between 1, with which the first failure parks the server, and MaxRestartBudget.
	Restart mcpbridge.Backoff
	// Call bounds calls of all its tools.
	Call Call
	// Tools overrides settings for individual tools by MCP name. [AllTools] applies to all tools.
	Tools map[string]Tool
}

// Timeouts are those of a child process. All are longer than zero.
type Timeouts struct {
	// Start bounds spawn and handshake together.
	Start time.Duration
	// Probe bounds the request for the newest MCP revision, as a part of Start. It is between MinTimeout and
	// MaxProbeTimeout.
	Probe time.Duration
	// StopGrace is the wait after each step of stopping: end of input, SIGTERM, SIGKILL.
	StopGrace time.Duration
	// Idle ends the process of a principal that made no call for this time.
	Idle time.Duration
	// PingInterval is the interval at which a silent process is pinged.
	PingInterval time.Duration
	// WriteStall is the time for which a process may leave its input unread.
	WriteStall time.Duration
}

// Call bounds calls. A zero field inherits the value of the next wider scope (tool, server, service).
type Call struct {
	// Timeout is the time for a call without a deadline. It is at most MaxTimeout of the same scope, or
	// Deadlines.Max if that is zero. It is not negative.
	Timeout time.Duration
	// MaxTimeout is the longest deadline; longer ones are reduced to it. It is at most MaxTimeoutCap, even if
	// Deadlines.Max is shorter. It is not negative.
	MaxTimeout time.Duration
	// MaxAttempts includes the first attempt. 1 means no retry. It is at most MaxAttemptsCap and not negative.
	MaxAttempts int
	// Backoff is the delay between attempts. [NoBackoff], the only negative value, means no delay. It has the
	// upper bound of Timeout.
	Backoff time.Duration
}

// AllTools is the key of Server.Tools whose Repeatable applies to every tool.
const AllTools = "*"

// Tool is the configuration of one tool.
type Tool struct {
	Call
	// Repeatable reports whether the tool may run twice. Nil means that the server's hints decide, if they
	// are trusted.
	Repeatable *bool
}

// Server returns the server with the name, or nil.
func (c *Config) Server(name string) *Server {
	for i := range c.Servers {
		if c.Servers[i].Name == name {
			return &c.Servers[i]
		}
	}
	return nil
}

// Warnings returns one line per notice.
func (c *Config) Warnings() []string { return problem.Lines(c.Notices) }
