// Package framing frames JSON-RPC messages as MCP's stdio transport does: "Messages
// are delimited by newlines, and MUST NOT contain embedded newlines."
//
// [Reader] is tolerant: it bounds a line, drains what is over the bound and goes
// on, and strips a byte order mark and carriage returns. [Writer] never makes a
// caller wait for a peer that does not read.
package framing
