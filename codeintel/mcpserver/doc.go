// Package mcpserver is the MCP layer of the engine: it runs tool calls with the engine
// and returns what the engine finds as tool results.
//
// There is one file per tool. A tool error (such as PROJECT_NOT_FOUND) is a result with
// isError and a JSON object that has a code, see [errorCodes]. A protocol error means
// that the call could not be run.
//
// Resources return the same data by URI, and an element with its source. A failed read
// is a protocol error whose data is the object that a tool error has.
package mcpserver
