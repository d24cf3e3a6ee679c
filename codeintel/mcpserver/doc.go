// Package mcpserver is the MCP face of the engine: it turns tool calls into
// engine calls and engine answers into tool results.
//
// One file per tool. A tool's refusal ("no such project") is a result with
// isError set and a JSON body with a code; a protocol error means the call
// could not be run at all. The package owns the transport, too, because a
// stdio server must answer everything it was asked before it leaves, and must
// survive a line that is no message.
package mcpserver
