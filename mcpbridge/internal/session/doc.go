// Package session speaks MCP over one JSON-RPC connection, in either of its two
// eras.
//
// Up to revision 2025-11-25 (legacy) a session opens with initialize. From
// 2026-07-28 on (modern) there is no handshake: server/discover tells what the
// server can do, and every request carries protocol version, capabilities and
// client in its _meta. [Open] finds out which era a server belongs to.
package session
