// Package framing frames JSON-RPC messages as MCP's stdio transport does: "Messages
// are delimited by newlines, and MUST NOT contain embedded newlines."
//
// [Reader] is tolerant: it bounds a line, discards the rest of a longer one and continues,
// and it strips a byte order mark and carriage returns. [Writer] never delays a caller
// because a peer does not read.
package framing
