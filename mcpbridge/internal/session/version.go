package session

import (
	"fmt"
	"slices"
	"strings"
)

// The MCP revisions of each era, newest first.
func modernVersions() []string { return []string{"2026-07-28"} }

func legacyVersions() []string {
	return []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
}

// Versions returns the supported MCP revisions, newest first.
func Versions() []string { return append(modernVersions(), legacyVersions()...) }

// Fallback is the revision to use without a probe for a server that exited during one.
func Fallback() string { return legacyVersions()[0] }

// IsModern reports whether a revision has no initialize handshake.
func IsModern(version string) bool { return slices.Contains(modernVersions(), version) }

// VersionError means that server and bridge have no common revision.
type VersionError struct {
	Ours, Theirs []string
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("no common MCP revision: the server supports %s, the bridge requires %s",
		strings.Join(e.Theirs, ", "), strings.Join(e.Ours, ", "))
}

// pick returns the newest of our revisions that the server also supports.
func pick(ours, theirs []string) (string, error) {
	for _, version := range ours {
		if slices.Contains(theirs, version) {
			return version, nil
		}
	}
	return "", &VersionError{Ours: ours, Theirs: clip(theirs)}
}

// clip bounds the versions of a server for use in an error.
func clip(theirs []string) []string {
	out := make([]string, 0, 8)
	for _, version := range theirs[:min(len(theirs), 8)] {
		out = append(out, fmt.Sprintf("%.32q", version))
	}
	return out
}
