package mcpbridge

import "github.com/coderef-system/coderefd/mcpbridge/internal/session"

// ProtocolVersions returns the MCP revisions that the bridge speaks, newest first.
func ProtocolVersions() []string { return session.Versions() }
