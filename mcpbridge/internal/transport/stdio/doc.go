// Package stdio reaches upstreams that run as child processes and speak MCP over
// their standard input and output.
package stdio
