package mcpbridge

import (
	"cmp"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Defaults of [ServerConfig]. [Open] uses them for fields that are zero.
const (
	DefaultSharing     = SharingPerPrincipal
	DefaultProcesses   = 1
	DefaultMaxInFlight = 64
	DefaultMaxQueue    = 256
	DefaultIdleTimeout = 10 * time.Minute
	// DefaultStartTimeout leaves time for a download: npx and uvx fetch a package
	// before its first start.
	DefaultStartTimeout = time.Minute
	DefaultProbeTimeout = 2 * time.Second
	// DefaultStopGrace is the value that the MCP SDKs use.
	DefaultStopGrace    = 5 * time.Second
	DefaultPingInterval = 15 * time.Second
	DefaultPingFailures = 3
	DefaultWriteStall   = 5 * time.Second
	DefaultMaxLineBytes = 64 << 20
	DefaultMaxDepth     = 128
)

// Defaults of [Backoff].
const (
	DefaultBackoffInitial    = 100 * time.Millisecond
	DefaultBackoffMax        = 30 * time.Second
	DefaultBackoffMultiplier = 2.0
	DefaultBackoffJitter     = 0.2
	DefaultBackoffBudget     = 5
	DefaultBackoffWindow     = time.Minute
	DefaultParkedRetry       = 30 * time.Second
	DefaultResetAfter        = time.Minute
)

// Values for fields whose zero value means the default.
const (
	// NoQueue as ServerConfig.MaxQueue: a call without a free slot fails with
	// KindOverloaded, also while an instance is starting.
	NoQueue = -1
	// NoJitter as Backoff.Jitter: delays are not spread.
	NoJitter = -1
)

// DefaultClientName is the default of Config.ClientName.
const DefaultClientName = "mcpbridge"

// develVersion is the ClientVersion of a build that records no module version.
const develVersion = "devel"

const modulePath = "github.com/coderef-system/coderefd"

// DefaultEnv returns the part of an environment that a child process needs to find
// its files and the user's language: PATH, HOME, USER, LANG, LC_*, TZ and TMPDIR.
// These variables hold no secrets. Entries have the form NAME=value and keep their
// order. The result is never nil.
func DefaultEnv(environ []string) []string {
	out := make([]string, 0, len(environ))
	for _, entry := range environ {
		name, _, ok := strings.Cut(entry, "=")
		if ok && inDefaultEnv(name) {
			out = append(out, entry)
		}
	}
	return out
}

func inDefaultEnv(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}

// withDefaults returns c with the default for every field that has one and is
// zero. The slices of c are not changed.
func (c Config) withDefaults() Config {
	c.ClientName = cmp.Or(c.ClientName, DefaultClientName)
	if c.ClientVersion == "" {
		c.ClientVersion = moduleVersion()
	}
	c.Servers = slices.Clone(c.Servers)
	for i := range c.Servers {
		c.Servers[i] = c.Servers[i].withDefaults()
	}
	return c
}

func (s ServerConfig) withDefaults() ServerConfig {
	if s.Env == nil {
		s.Env = DefaultEnv(os.Environ())
	}
	s.Sharing = cmp.Or(s.Sharing, DefaultSharing)
	s.Processes = cmp.Or(s.Processes, DefaultProcesses)
	s.MaxInFlight = cmp.Or(s.MaxInFlight, DefaultMaxInFlight)
	s.MaxQueue = orNone(s.MaxQueue, DefaultMaxQueue, NoQueue)
	s.IdleTimeout = cmp.Or(s.IdleTimeout, DefaultIdleTimeout)
	s.StartTimeout = cmp.Or(s.StartTimeout, DefaultStartTimeout)
	s.ProbeTimeout = cmp.Or(s.ProbeTimeout, DefaultProbeTimeout)
	s.StopGrace = cmp.Or(s.StopGrace, DefaultStopGrace)
	s.PingInterval = cmp.Or(s.PingInterval, DefaultPingInterval)
	s.PingFailures = cmp.Or(s.PingFailures, DefaultPingFailures)
	s.WriteStall = cmp.Or(s.WriteStall, DefaultWriteStall)
	s.MaxLineBytes = cmp.Or(s.MaxLineBytes, DefaultMaxLineBytes)
	s.MaxDepth = cmp.Or(s.MaxDepth, DefaultMaxDepth)
	s.Backoff = s.Backoff.withDefaults()
	return s
}

func (b Backoff) withDefaults() Backoff {
	b.Initial = cmp.Or(b.Initial, DefaultBackoffInitial)
	b.Max = cmp.Or(b.Max, max(DefaultBackoffMax, b.Initial))
	b.Multiplier = cmp.Or(b.Multiplier, DefaultBackoffMultiplier)
	b.Jitter = orNone(b.Jitter, DefaultBackoffJitter, NoJitter)
	b.Budget = cmp.Or(b.Budget, DefaultBackoffBudget)
	b.Window = cmp.Or(b.Window, DefaultBackoffWindow)
	b.ParkedRetry = cmp.Or(b.ParkedRetry, DefaultParkedRetry)
	b.ResetAfter = cmp.Or(b.ResetAfter, DefaultResetAfter)
	return b
}

// orNone returns byDefault if value is zero, and zero if value equals none;
// otherwise it returns value.
func orNone[T int | float64](value, byDefault, none T) T {
	if value == none {
		return 0
	}
	return cmp.Or(value, byDefault)
}

// moduleVersion returns the version of this module that the build recorded.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return develVersion
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == modulePath && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return develVersion
}
