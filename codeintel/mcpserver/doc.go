// Package mcpserver is the MCP face of the engine: it turns tool calls into
// engine calls and engine answers into tool results.
//
// One file per tool. A tool's refusal ("no such project") is a result with
// isError set and a JSON body with a code; a protocol error means the call
// could not be run at all.
//
// Resources show the same by URI, and one element with its source. They have no
// result that refuses, so theirs are protocol errors with the refusal as data.
package mcpserver
