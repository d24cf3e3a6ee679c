// Package uritemplate expands and matches URI templates (RFC 6570).
//
// Values are strings, as MCP's are; lists and maps cannot be expanded, but URIs
// that were made from them match. It is not a general library on purpose:
// templates come from servers, which may mean harm, so their size is bounded, and
// matching takes time in proportion to the length of the URI.
package uritemplate
