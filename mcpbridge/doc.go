// Package mcpbridge runs MCP servers as supervised child processes and sends calls
// to them.
//
// A [Bridge] owns a fixed set of upstream servers. For each it keeps one or more
// child processes, catalogs of the tools and resources they offer, and the facts
// that decide whether a failed call may be repeated. Many calls are in flight on one
// child process at a time; responses are matched by id, in any order.
//
// [Open] needs a name and a command for each server. All other settings of
// [ServerConfig] have defaults.
//
// The package depends on MCP and JSON-RPC and not on gRPC: failures are [*Error]
// values, results are the server's own JSON, unparsed ([Result.Raw]).
//
// # How it is built
//
// A server has pools of processes, by the callers that may share them; a pool has
// workers, each of which keeps one process running; a call leases a place on a
// process. Below that, each internal package has one task: supervisor (start and stop
// of processes), guard (stops them when this process is killed), stdio (lines),
// jsonrpc (many calls on one connection), session (both eras of MCP).
//
// A Bridge and everything reached from it is safe for concurrent use. No
// goroutine, process or descriptor that it made outlives [Bridge.Close].
package mcpbridge
