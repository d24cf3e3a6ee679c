// Package mcpserver is the MCP server of coderef-mcp. It runs tool calls and resource reads
// with the engine of this module, or tool calls with an installed coderef CLI.
//
// Its packages are listed below. A package imports only packages above it:
//
//	stdio        the transport
//	resourceuri  the syntax of resource URIs
//	toolerror    the error object and its codes
//	arguments    reading arguments
//	paging       pages and cursors
//	projects     the known projects and their indexes
//	call         running a call: cancellation, panics, progress
//	tools        the definition and the request of each tool
//	native, cli  the tools with each engine
//	resources    the resources
//
// This package has the table of tools and the server.
package mcpserver
