package telemetry

import (
	"runtime"
	"runtime/debug"
)

// Build says what was built.
type Build struct {
	// Version is such as v1.2.3, or "devel".
	Version string
	// Commit is empty when not known.
	Commit string
	// GoVersion that compiled it.
	GoVersion string
}

// ReadBuild returns what is known of this executable. Version and commit given by
// the linker, if not empty, win over those that Go recorded.
func ReadBuild(version, commit string) Build {
	b := Build{Version: version, Commit: commit, GoVersion: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	if b.Version == "" {
		b.Version = info.Main.Version
	}
	if b.Version == "" || b.Version == "(devel)" {
		b.Version = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && b.Commit == "" {
			b.Commit = s.Value
		}
	}
	return b
}
