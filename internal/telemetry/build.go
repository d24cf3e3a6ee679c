package telemetry

import (
	"runtime"
	"runtime/debug"
)

// Build describes the build of the program.
type Build struct {
	// Version is, for example, v1.2.3, or "devel".
	Version string
	// Commit is empty if it is unknown.
	Commit string
	// GoVersion is the version of the Go compiler.
	GoVersion string
}

// ReadBuild returns the build of this executable. The arguments, which the linker sets, override the values
// that Go recorded, unless they are empty.
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
