package app

import "github.com/coderef-system/coderefd/internal/telemetry"

// Build says what was built.
type Build = telemetry.Build

// ReadBuild returns what is known of this executable; what the linker was given
// wins.
func ReadBuild(version, commit string) Build { return telemetry.ReadBuild(version, commit) }

// ProtocolVersions are the MCP revisions that the bridge speaks, newest first.
func ProtocolVersions() []string {
	return []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w any) bool { return telemetry.IsTerminal(w) }
