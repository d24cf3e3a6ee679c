// Package mcpbridge runs MCP servers as supervised child processes and carries
// calls to them.
//
// A [Bridge] owns a fixed set of upstream servers. For each it keeps one or more
// child processes, catalogs of the tools and resources they offer, and the facts
// that decide whether a failed call may be repeated. Many calls are in flight on one
// child at a time; answers are matched by id, whatever their order.
//
// The package knows MCP and JSON-RPC and nothing of gRPC: failures are [*Error]
// values, results are the server's own JSON, unparsed ([Result.Raw]).
//
// # How it is built
//
// A server has pools of processes, by the callers that may share them; a pool has
// workers, each of which keeps one process running; a call leases a place on a
// process. Below that, one idea a package: supervisor (processes and their end),
// guard (their end when this process is killed), stdio (lines), jsonrpc (many
// calls on one connection), session (MCP's two eras).
//
// A Bridge and everything reached from it is safe for concurrent use. No
// goroutine, process or descriptor that it made outlives [Bridge.Close].
package mcpbridge
