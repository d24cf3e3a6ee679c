// Package mcpbridge runs MCP servers as upstreams and sends calls to them.
//
// A [Bridge] owns a fixed set of upstreams. For each it keeps one or more instances (for
// stdio: supervised child processes), catalogs of the tools and resources that they offer,
// and the facts that decide whether a failed call may be repeated. An instance serves many
// calls at a time; responses are matched by id, in any order.
//
// [Open] needs a name and a command for each server. All other settings of
// [ServerConfig] have defaults.
//
// The package depends on MCP and JSON-RPC and not on gRPC. A call failure is an [*Error];
// a result is the server's own JSON, unparsed ([Result.Raw]).
//
// # Structure
//
// This package routes calls, keeps catalogs and converts errors. Below it, each internal
// package has one task, in import order:
//
//   - pool: keeps instances running, restarts them and grants calls slots on them
//   - transport: the interface of a connection to an upstream; transport/stdio
//     implements it
//   - supervisor, guard: start and stop child processes
//   - session: both eras of MCP over a connection
//   - jsonrpc, framing: share one connection among many calls; split its data into lines
//
// A Bridge and everything reachable from it is safe for concurrent use. No goroutine,
// process or descriptor that it created outlives [Bridge.Close].
package mcpbridge
