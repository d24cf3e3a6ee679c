package mcpbridge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// validate reports everything that is wrong with a configuration at once.
func (c *Config) validate() error {
	var errs []error
	if c.SettleTimeout < 0 {
		errs = append(errs, errors.New("SettleTimeout must not be negative"))
	}
	seen := make(map[string]bool)
	for i := range c.Servers {
		s := &c.Servers[i]
		if seen[s.Name] {
			errs = append(errs, fmt.Errorf("server %q: the name is not unique", s.Name))
		}
		seen[s.Name] = true
		for _, problem := range s.problems() {
			errs = append(errs, fmt.Errorf("server %q: %s", s.Name, problem))
		}
	}
	return errors.Join(errs...)
}

// problems lists what is wrong with one server's configuration.
func (s *ServerConfig) problems() []string {
	var out []string
	need := func(ok bool, problem string) {
		if !ok {
			out = append(out, problem)
		}
	}
	need(s.Name != "", "Name is empty")
	need(s.Command != "", "Command is empty")
	need(!strings.ContainsRune(s.Command+strings.Join(s.Args, "")+strings.Join(s.Env, ""), 0), "argv or Env holds a NUL")
	need(slices.Contains([]Sharing{SharingShared, SharingPerPrincipal, SharingPerCall}, s.Sharing), "Sharing is unknown")
	need(s.Sharing != SharingShared || s.Processes > 0, "Processes must be positive")
	need(s.MaxInFlight > 0, "MaxInFlight must be positive")
	need(s.MaxQueue >= 0 && s.MaxPrincipals >= 0, "MaxQueue and MaxPrincipals must not be negative")
	need(s.Sharing != SharingPerPrincipal || s.IdleTimeout > 0, "IdleTimeout must be positive")
	need(s.ProtocolVersion == "" || slices.Contains(session.Versions(), s.ProtocolVersion), "ProtocolVersion is unknown")
	need(s.StartTimeout > 0 && s.ProbeTimeout > 0, "StartTimeout and ProbeTimeout must be positive")
	need(s.StopGrace > 0, "StopGrace must be positive")
	need(s.PingInterval > 0 && s.PingFailures > 0, "PingInterval and PingFailures must be positive")
	need(s.WriteStall > 0, "WriteStall must be positive")
	need(s.MaxLineBytes > 0 && s.MaxDepth > 0, "MaxLineBytes and MaxDepth must be positive")
	return append(out, s.Backoff.problems()...)
}

func (b *Backoff) problems() []string {
	var out []string
	if b.Initial <= 0 || b.Max < b.Initial || b.Multiplier < 1 || b.Jitter < 0 || b.Jitter > 1 {
		out = append(out, "Backoff: want 0 < Initial <= Max, Multiplier >= 1, 0 <= Jitter <= 1")
	}
	if b.Budget <= 0 || b.Window <= 0 || b.ParkedRetry <= 0 || b.ResetAfter <= 0 {
		out = append(out, "Backoff: Budget, Window, ParkedRetry and ResetAfter must be positive")
	}
	return out
}
