// Package jsonrpc multiplexes JSON-RPC 2.0 calls over the pipes of one peer.
//
// A [Conn] reads tolerantly and matches strictly. Input that is not a JSON-RPC message
// is counted and skipped. A response reaches a call only if its id is, token for token,
// the number that the call was sent with. Results are slices of the received bytes;
// nothing is decoded and encoded again.
//
// Of MCP, the package knows only ping and the names of the utility notifications
// (cancelled, progress, message).
package jsonrpc
