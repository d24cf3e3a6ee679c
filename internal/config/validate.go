package config

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// Validate checks a configuration that was built or changed by a program. [Load] has already done so. All
// problems are returned in one [*Error].
func (c *Config) Validate() error {
	var p problem.List
	c.check(&p)
	return p.Err()
}

func (c *Config) check(p *problem.List) {
	k := checker{p, c.origins}
	c.checkListen(k)
	k.oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")
	k.oneOf("log.format", c.Log.Format, "auto", "text", "json")
	k.positive("shutdown_grace", c.ShutdownGrace)
	k.positive("startup_wait", c.StartupWait)
	c.Deadlines.check(k)
	within(k, "retry.max_attempts", c.Retry.MaxAttempts, 1, MaxAttemptsCap)
	within(k, "retry.backoff", c.Retry.Backoff, 0, c.Deadlines.Max)
	within(k, "retry.budget.tokens", c.Retry.Budget.Tokens, 1, MaxRetryTokens)
	within(k, "retry.budget.ratio", c.Retry.Budget.Ratio, 0, 1)
	if n := len(c.Servers); n > MaxServers {
		k.fail("servers", "%d servers are configured, and at most %d are allowed", n, MaxServers)
	}
	seen := map[string]bool{}
	for i := range c.Servers {
		s := &c.Servers[i]
		field := problem.Server(s.Name)
		if seen[s.Name] {
			k.fail(field, "two servers have this name")
		}
		seen[s.Name] = true
		s.check(k, field, c.Deadlines)
	}
}

// checkListen checks the addresses of both listeners.
func (c *Config) checkListen(k checker) {
	address, err := ParseAddress(c.Listen)
	switch {
	case err != nil:
		k.fail("listen", "%v", err)
	case !address.Loopback() && !c.Insecure:
		k.fail("listen", "%s is reachable from other machines, and coderefd does not support TLS yet: "+
			"listen on a loopback address or a unix socket behind a TLS proxy, "+
			"or set --insecure to serve in plain text", c.Listen)
	}
	if c.AdminListen == "" {
		return
	}
	address, err = ParseAddress(c.AdminListen)
	switch {
	case err != nil:
		k.fail("admin_listen", "%v", err)
	case address.Network != "tcp":
		k.fail("admin_listen", "must be host:port, not %q", c.AdminListen)
	case !address.Loopback() && !c.Insecure:
		k.fail(
			"admin_listen",
			"%s is reachable from other machines, and exposes profiles of this process to every client: "+
				"use a loopback address, or set --insecure",
			c.AdminListen,
		)
	}
}

func (d Deadlines) check(k checker) {
	within(k, "deadlines.max", d.Max, MinTimeout, MaxTimeoutCap)
	within(k, "deadlines.floor", d.Floor, 0, d.Max)
	within(k, "deadlines.default", d.Default, max(d.Floor, 1), d.Max)
	within(k, "deadlines.reserve", d.Reserve, 0, d.Max)
}

func (s *Server) check(k checker, field string, d Deadlines) {
	if !validName(s.Name) {
		k.fail(field, "the name of a server must be 1 to 128 characters of A-Z a-z 0-9 _ . -, not %q", s.Name)
	}
	s.checkEndpoint(k, field)
	k.oneOf(field+".sharing", s.Sharing, SharingShared, SharingPerPrincipal, SharingPerCall)
	within(k, field+".processes", s.Processes, 1, MaxProcesses)
	if s.Processes > 1 && s.Sharing != SharingShared {
		k.fail(field+".processes", "more than one process is allowed only with sharing: %s", SharingShared)
	}
	within(k, field+".max_in_flight", s.MaxInFlight, 1, MaxInFlightCap)
	within(k, field+".max_queue", s.MaxQueue, 1, MaxQueueCap)
	within(k, field+".ping_failures", s.PingFailures, 1, MaxPingFailures)
	if s.ProtocolVersion != "" {
		k.oneOf(field+".protocol_version", s.ProtocolVersion, ProtocolVersions()...)
	}
	s.Timeouts.check(k, field+".timeouts")
	checkRestart(k, field+".restart", s.Restart)
	s.Call.check(k, field, d)
	for _, name := range slices.Sorted(maps.Keys(s.Tools)) {
		at := field + ".tools." + name
		s.Tools[name].check(k, at, d)
		if name == AllTools && s.Tools[name].Call != (Call{}) {
			k.fail(at, `the only key allowed here is "repeatable"; set limits for all tools at the server itself`)
		}
	}
}

func (t Timeouts) check(k checker, field string) {
	k.positive(field+".start", t.Start)
	within(k, field+".probe", t.Probe, MinTimeout, MaxProbeTimeout)
	k.positive(field+".stop_grace", t.StopGrace)
	k.positive(field+".idle", t.Idle)
	k.positive(field+".ping_interval", t.PingInterval)
	k.positive(field+".write_stall", t.WriteStall)
}

func checkRestart(k checker, field string, r mcpbridge.Backoff) {
	k.positive(field+".initial", r.Initial)
	if r.Max < r.Initial {
		k.fail(field+".max", "must not be shorter than initial, %v", r.Initial)
	}
	within(k, field+".multiplier", r.Multiplier, 1, MaxRestartMultiplier)
	within(k, field+".jitter", r.Jitter, 0, 1)
	within(k, field+".budget", r.Budget, 1, MaxRestartBudget)
	k.positive(field+".window", r.Window)
	k.positive(field+".parked_retry", r.ParkedRetry)
	k.positive(field+".reset_after", r.ResetAfter)
}

func (c Call) check(k checker, field string, d Deadlines) {
	limit := cmp.Or(c.MaxTimeout, d.Max)
	within(k, field+".timeout", c.Timeout, 0, limit)
	within(k, field+".max_timeout", c.MaxTimeout, 0, MaxTimeoutCap)
	within(k, field+".max_attempts", c.MaxAttempts, 0, MaxAttemptsCap)
	within(k, field+".backoff", c.Backoff, NoBackoff, limit)
}

func validName(s string) bool { return regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`).MatchString(s) }
