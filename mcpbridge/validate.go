package mcpbridge

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// validate returns all problems of a configuration that withDefaults returned.
func (c *Config) validate() error {
	var errs []error
	if c.SettleTimeout < 0 {
		errs = append(errs, fmt.Errorf("SettleTimeout must not be negative, got %v", c.SettleTimeout))
	}
	seen := make(map[string]bool)
	for i := range c.Servers {
		s := &c.Servers[i]
		if seen[s.Name] {
			errs = append(errs, fmt.Errorf("server %q: the name is not unique", s.Name))
		}
		seen[s.Name] = true
		var p problems
		s.check(&p)
		for _, problem := range p {
			errs = append(errs, fmt.Errorf("server %q: %s", s.Name, problem))
		}
	}
	return errors.Join(errs...)
}

// problems are the problems of one server's configuration.
type problems []string

func (p *problems) need(ok bool, format string, args ...any) {
	if !ok {
		*p = append(*p, fmt.Sprintf(format, args...))
	}
}

// positive reports a value that is not positive. withDefaults has already replaced
// zero, so the value is negative.
func positive[T int | time.Duration](p *problems, field string, value T) {
	p.need(value > 0, "%s must not be negative, got %v", field, value)
}

func (s *ServerConfig) check(p *problems) {
	p.need(s.Name != "", "Name is required")
	s.checkEndpoint(p)
	sharings := []Sharing{SharingShared, SharingPerPrincipal, SharingPerCall}
	p.need(slices.Contains(sharings, s.Sharing), "Sharing must be one of %q, got %q", sharings, s.Sharing)
	positive(p, "Processes", s.Processes)
	positive(p, "MaxInFlight", s.MaxInFlight)
	p.need(s.MaxQueue >= 0, "MaxQueue must not be negative (except NoQueue), got %d", s.MaxQueue)
	p.need(s.MaxPrincipals >= 0, "MaxPrincipals must not be negative, got %d", s.MaxPrincipals)
	positive(p, "IdleTimeout", s.IdleTimeout)
	p.need(s.ProtocolVersion == "" || slices.Contains(session.Versions(), s.ProtocolVersion),
		"ProtocolVersion must be one of %q or empty, got %q", session.Versions(), s.ProtocolVersion)
	positive(p, "StartTimeout", s.StartTimeout)
	positive(p, "ProbeTimeout", s.ProbeTimeout)
	positive(p, "StopGrace", s.StopGrace)
	positive(p, "PingInterval", s.PingInterval)
	positive(p, "PingFailures", s.PingFailures)
	positive(p, "WriteStall", s.WriteStall)
	positive(p, "MaxLineBytes", s.MaxLineBytes)
	positive(p, "MaxDepth", s.MaxDepth)
	s.Backoff.check(p)
}

func (b *Backoff) check(p *problems) {
	positive(p, "Backoff.Initial", b.Initial)
	p.need(b.Max >= b.Initial, "Backoff.Max must be at least Initial, %v, got %v", b.Initial, b.Max)
	p.need(b.Multiplier >= 1, "Backoff.Multiplier must be at least 1, got %v", b.Multiplier)
	p.need(b.Jitter >= 0 && b.Jitter <= 1, "Backoff.Jitter must be between 0 and 1 (or NoJitter), got %v", b.Jitter)
	positive(p, "Backoff.Budget", b.Budget)
	positive(p, "Backoff.Window", b.Window)
	positive(p, "Backoff.ParkedRetry", b.ParkedRetry)
	positive(p, "Backoff.ResetAfter", b.ResetAfter)
}
