// Package uritemplate expands and matches URI templates (RFC 6570).
//
// Values are strings, as in MCP. Lists and maps cannot be expanded, but URIs that were made
// from them match. Templates come from servers that may be hostile, so their size is
// bounded, and matching takes time linear in the length of the URI.
package uritemplate
