package config

import "time"

// Config is the whole configuration. [Load] returns it complete and checked.
type Config struct {
	// Listen is where gRPC is served: host:port, or unix:///path. Port 0 takes a
	// free one. Empty is refused.
	Listen string
	// AdminListen is where health, version and pprof are served over HTTP:
	// host:port. Empty: not at all.
	AdminListen string
	// Insecure allows listeners that others than this machine reach, without TLS.
	Insecure bool
	// ShutdownGrace is how long calls in flight may go on after the first signal.
	// Zero is refused.
	ShutdownGrace time.Duration
	// StartupWait is how long after the start lists and bare tool names wait for
	// servers that come up for the first time. One that takes longer hurts nobody
	// else, and claims only the names that are still free then. Zero is refused.
	StartupWait time.Duration
	// Log says what is logged and how.
	Log Log
	// Deadlines bound every call.
	Deadlines Deadlines
	// Retry bounds the repetition of failed calls.
	Retry Retry
	// CodeIntel is the default child.
	CodeIntel CodeIntel
	// Servers in configuration order, which decides who owns a bare tool name: the
	// default child, those of the YAML file, then those of each further file.
	Servers []Server
	// Notices are what the operator should know although the service starts, in the
	// order in which they were found: warnings, and the errors of files that were
	// left out.
	Notices []Problem

	mcpConfigs []mcpConfigRef
	origins    origins
	// secrets are texts that settings may hold and that are not to be shown.
	secrets []string
}

// Log says what is logged and how.
type Log struct {
	// Level is debug, info, warn or error. Empty is refused.
	Level string
	// Format is json, text, or auto: text on a terminal, else JSON.
	Format string
}

// Deadlines bound calls where a server or tool sets nothing of its own.
type Deadlines struct {
	// Default is the time for a call without a deadline, for all its attempts
	// together. At least Floor, at most Max.
	Default time.Duration
	// Max cuts longer deadlines. At most MaxTimeoutCap.
	Max time.Duration
	// Reserve is kept back from the caller's deadline, so that our status, which
	// says where the time went, arrives before the client's own.
	Reserve time.Duration
	// Floor is the shortest time worth starting a call with.
	Floor time.Duration
}

// Retry bounds the repetition of failed calls.
type Retry struct {
	// MaxAttempts counts the first. From 1, which means no retry, to
	// MaxAttemptsCap.
	MaxAttempts int
	// Backoff is the pause between two attempts. Zero: none.
	Backoff time.Duration
	// Budget keeps retries from multiplying the load on a server that fails.
	Budget RetryBudget
}

// RetryBudget is what one server's calls may spend on retries, together.
type RetryBudget struct {
	// Tokens there are at first and at most; a retry takes one. Large enough for
	// all calls in flight when a process dies. At least 1.
	Tokens int
	// Ratio of a token that an answered call gives back: 0.2 allows one retry for
	// each five calls on the long run. From 0 to 1.
	Ratio float64
}

// CodeIntel is the default child, coderef-mcp.
type CodeIntel struct {
	// Enabled adds the default child, unless a server is called [CodeIntelServer]
	// by configuration.
	Enabled bool
	// Command is the program. Empty: coderef-mcp beside our own executable, else
	// on PATH.
	Command string
	// Args of the program.
	Args []string
}

// Server is one MCP server to run as a child.
type Server struct {
	// Name in requests, unique: 1 to 128 of A-Z a-z 0-9 _ . -
	Name string
	// Command and Args are its argv; no shell reads them.
	Command string
	Args    []string
	// Env is added to the clean environment and wins over it.
	Env map[string]string
	// InheritEnv names further variables to take from our own environment; a
	// trailing * stands for any ending.
	InheritEnv []string
	// Dir is its working folder. Empty: ours.
	Dir string

	// Sharing is shared, per_principal or per_call.
	Sharing string
	// Processes of a shared server, 1 to MaxProcesses.
	Processes int
	// MaxInFlight is how many calls one process works on, 1 to MaxInFlightCap.
	MaxInFlight int
	// MaxQueue is how many calls wait beyond that, 1 to MaxQueueCap.
	MaxQueue int
	// TrustAnnotations lets the server's own hints decide what may be repeated.
	TrustAnnotations bool
	// RetryOnText repeats repeatable calls whose error text reads as transient.
	RetryOnText bool
	// ProtocolVersion pins the MCP revision. Empty: the newest both speak.
	ProtocolVersion string
	// PingFailures is how many unanswered pings in a row replace a silent process.
	PingFailures int

	// Timeouts of its life.
	Timeouts Timeouts
	// Restart says how it comes back.
	Restart Restart
	// Call bounds calls to any of its tools.
	Call Call
	// Tools is what differs for some of its tools, by MCP name; [AllTools] stands
	// for all.
	Tools map[string]Tool
}

// Timeouts of a child's life. All are positive.
type Timeouts struct {
	// Start bounds spawn and handshake together.
	Start time.Duration
	// Probe bounds the question for the newest MCP revision within Start. At most
	// MaxProbeTimeout.
	Probe time.Duration
	// StopGrace is the wait after each step of stopping: end of input, SIGTERM,
	// SIGKILL.
	StopGrace time.Duration
	// Idle ends the process of a principal who made no call for so long.
	Idle time.Duration
	// PingInterval is how often a silent process is pinged.
	PingInterval time.Duration
	// WriteStall is how long it may leave its input unread.
	WriteStall time.Duration
}

// Restart is a capped exponential backoff with a crash budget.
type Restart struct {
	// Initial is the first delay, Max the largest. Positive, Initial ≤ Max.
	Initial, Max time.Duration
	// Multiplier from one delay to the next, at least 1.
	Multiplier float64
	// Jitter spreads delays by this share up and down, 0 to 1.
	Jitter float64
	// Budget is how many failures within Window park the server, at least 1.
	Budget int
	Window time.Duration
	// ParkedRetry is how often a parked server is tried.
	ParkedRetry time.Duration
	// ResetAfter is the uptime that forgets failures.
	ResetAfter time.Duration
}

// Call bounds calls. A zero field takes the value of the next wider scope: tool,
// server, service.
type Call struct {
	// Timeout of a call without a deadline.
	Timeout time.Duration
	// MaxTimeout cuts longer deadlines.
	MaxTimeout time.Duration
	// MaxAttempts counts the first.
	MaxAttempts int
	// Backoff between attempts; negative: none.
	Backoff time.Duration
}

// AllTools is the key of Server.Tools whose Repeatable holds for every tool.
const AllTools = "*"

// Tool is what is configured for one tool.
type Tool struct {
	Call
	// Repeatable says whether it may run twice; nil leaves it to the server's
	// hints, if they are trusted.
	Repeatable *bool
}

// Server returns the server of that name, or nil.
func (c *Config) Server(name string) *Server {
	for i := range c.Servers {
		if c.Servers[i].Name == name {
			return &c.Servers[i]
		}
	}
	return nil
}
