package config

import (
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// Limits on messages. They are constants since clients are built against them
// (GetCapabilities shows them).
const (
	// RequestBytes bounds one request message: gRPC's own default, so that no
	// client has to be told.
	RequestBytes = 4 << 20
	// ResponseBytes bounds one unary response: what a gRPC client accepts unless
	// told otherwise. Larger results are streamed.
	ResponseBytes = 4 << 20
	// ChunkBytes bounds one result_chunk of a stream: large enough to be cheap,
	// small enough that one call does not hold up the others on a connection.
	ChunkBytes = 256 << 10
	// ChildLineBytes bounds one JSON-RPC message of a child process.
	ChildLineBytes = mcpbridge.DefaultMaxLineBytes
	// Depth bounds the nesting of JSON: more than any real message needs and less
	// than what exhausts a decoder.
	Depth = mcpbridge.DefaultMaxDepth
	// FileBytes bounds a configuration file. Other MCP clients keep their servers in
	// one file with much else, such as histories.
	FileBytes = 16 << 20
	// MaxServers bounds the servers of all files together: far beyond what a machine
	// has processes for, and few enough to look through.
	MaxServers = 1000
)

// The gRPC server's transport.
const (
	// MaxStreams bounds the calls that are open on one connection.
	MaxStreams = 1000
	// ConnectionTimeout bounds the handshake of a connection.
	ConnectionTimeout = 20 * time.Second
	// MaxHeaderBytes bounds the metadata of a request.
	MaxHeaderBytes = 64 << 10
	// KeepaliveMinTime is how often a client may ping; faster ones are sent away.
	KeepaliveMinTime = 15 * time.Second
	// KeepaliveTime of silence makes the server ping; KeepaliveTimeout without an
	// answer closes the connection, and with it the calls of a vanished client.
	KeepaliveTime    = time.Minute
	KeepaliveTimeout = 20 * time.Second
	// MaxConnectionAge makes clients dial again now and then, so that a new
	// replica behind a plain load balancer gets its share. MaxConnectionAgeGrace
	// is longer than the longest call.
	MaxConnectionAge      = 30 * time.Minute
	MaxConnectionAgeGrace = MaxTimeoutCap + time.Minute
)

// Bounds of what may be configured.
const (
	// MaxTimeoutCap is the largest cap that a call's deadline may be given.
	MaxTimeoutCap = 24 * time.Hour
	// MaxAttemptsCap is the largest number of attempts of one call.
	MaxAttemptsCap = 10
	// MaxProcesses bounds the processes of one shared server.
	MaxProcesses = 256
	// MaxInFlightCap and MaxQueueCap bound the calls at one server.
	MaxInFlightCap = 65536
	MaxQueueCap    = 65536
	// MaxProbeTimeout bounds the probe for the newest MCP revision, which is also its
	// default: a legacy server that ignores the probe delays each start by this time.
	MaxProbeTimeout = mcpbridge.DefaultProbeTimeout
)
