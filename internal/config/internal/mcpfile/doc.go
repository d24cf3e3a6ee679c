// Package mcpfile reads the files in which other MCP clients and editors keep their servers.
package mcpfile
