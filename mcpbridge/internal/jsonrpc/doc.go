// Package jsonrpc multiplexes JSON-RPC 2.0 calls over one peer's pipes.
//
// A [Conn] reads tolerantly and matches strictly: what is no JSON-RPC message is
// counted and skipped, and an answer reaches a call only if its id is, token for
// token, the number that the call was sent with. Results are slices of what the
// peer wrote; nothing is decoded and encoded again.
//
// The package knows of MCP only the names of the utility notifications (cancelled,
// progress, message) and ping.
package jsonrpc
