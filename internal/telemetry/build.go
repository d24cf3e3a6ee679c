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

// ReadBuild returns what is known of this executable. A version given by the
// linker wins over the one that Go recorded.
func ReadBuild(linked string) Build {
	b := Build{Version: linked, GoVersion: runtime.Version()}
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
		if s.Key == "vcs.revision" {
			b.Commit = s.Value
		}
	}
	return b
}
