package config

import (
	"time"

	"github.com/coderef-system/coderefd/internal/config/internal/source"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// Limits of messages. They are constants because clients are built against them (GetCapabilities reports
// them).
const (
	// RequestBytes bounds one request message. It is gRPC's own default, so clients need no setting.
	RequestBytes = 4 << 20
	// ResponseBytes bounds one unary response. It is the default limit of a gRPC client. Larger results are
	// streamed.
	ResponseBytes = 4 << 20
	// ChunkBytes bounds one result_chunk of a stream: large enough to be efficient, and small enough that one
	// call does not delay the others on a connection.
	ChunkBytes = 256 << 10
	// ChildLineBytes bounds one JSON-RPC message of a child process.
	ChildLineBytes = mcpbridge.DefaultMaxLineBytes
	// Depth bounds the nesting of JSON: more than any real message needs, and less than a decoder can handle.
	Depth = mcpbridge.DefaultMaxDepth
	// FileBytes bounds a configuration file.
	FileBytes = source.MaxBytes
	// MaxServers bounds the servers of all files together: far more than a machine can run, and few enough to
	// process quickly.
	MaxServers = 1000
)

// Limits of the gRPC server's transport.
const (
	// MaxStreams bounds the concurrent calls on one connection.
	MaxStreams = 1000
	// ConnectionTimeout bounds the handshake of a connection.
	ConnectionTimeout = 20 * time.Second
	// MaxHeaderBytes bounds the metadata of a request.
	MaxHeaderBytes = 64 << 10
	// KeepaliveMinTime is the shortest interval of a client's pings. The connection of a faster client is
	// closed.
	KeepaliveMinTime = 15 * time.Second
	// KeepaliveTime is the idle time after which the server pings. Without a response within KeepaliveTimeout
	// the connection is closed, and with it the calls of a vanished client.
	KeepaliveTime    = time.Minute
	KeepaliveTimeout = 20 * time.Second
	// MaxConnectionAge makes clients reconnect periodically, so that a new replica behind a plain load
	// balancer gets its share. MaxConnectionAgeGrace is longer than the longest call.
	MaxConnectionAge      = 30 * time.Minute
	MaxConnectionAgeGrace = MaxTimeoutCap + time.Minute
)

// Bounds of configured values.
const (
	// MinTimeout is the smallest value of deadlines.max and timeouts.probe. A smaller value is most
	// likely a mistyped unit.
	MinTimeout = time.Millisecond
	// MaxTimeoutCap is the largest value of max_timeout. It keeps MaxConnectionAgeGrace finite.
	MaxTimeoutCap = 24 * time.Hour
	// MaxAttemptsCap is the largest number of attempts of one call.
	MaxAttemptsCap = 10
	// NoBackoff is the value of Call.Backoff that means no delay, because zero inherits the delay.
	NoBackoff time.Duration = -1
	// MaxRetryTokens bounds the tokens of a retry budget. It allows several retries for each call of a process
	// with the largest MaxInFlight and MaxQueue. A larger budget would hardly limit anything.
	MaxRetryTokens = 1_000_000
	// MaxProcesses bounds the processes of one shared server.
	MaxProcesses = 256
	// MaxInFlightCap and MaxQueueCap bound the calls of one server.
	MaxInFlightCap = 65536
	MaxQueueCap    = 65536
	// MaxPingFailures bounds the pings without a response. At the default ping interval of 15 s, a hung process
	// is replaced after 25 minutes at the latest.
	MaxPingFailures = 100
	// MaxRestartMultiplier bounds the growth of the restart delay: two steps lead from one second to more than
	// two hours.
	MaxRestartMultiplier = 100.0
	// MaxRestartBudget bounds the failures that park a server, because the time of each failure is kept.
	MaxRestartBudget = 10_000
	// MaxProbeTimeout bounds the probe for the newest MCP revision, and is also its default. A legacy server
	// that ignores the probe delays each start by this time.
	MaxProbeTimeout = mcpbridge.DefaultProbeTimeout
)
