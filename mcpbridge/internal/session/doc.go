// Package session implements the client side of MCP over one JSON-RPC connection, in both
// eras of the protocol.
//
// Up to revision 2025-11-25 (legacy), a session opens with initialize. From 2026-07-28 on
// (modern), there is no handshake: server/discover returns the capabilities of the server,
// and each request has protocol version, client capabilities and client name in its _meta.
// [Open] detects the era of a server.
package session
