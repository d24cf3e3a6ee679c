package mcpbridge

import (
	"strings"

	"github.com/coderef-system/coderefd/mcpbridge/internal/transport"
	"github.com/coderef-system/coderefd/mcpbridge/internal/transport/stdio"
)

// This file is the only one that depends on how an upstream is reached.

// extraQueue is the room in an instance's write queue for responses to its own requests.
const extraQueue = 64

// checkEndpoint checks the fields that newTransport uses.
func (s *ServerConfig) checkEndpoint(p *problems) {
	p.need(s.Command != "", "Command is required")
	p.need(!strings.Contains(s.Command, "\x00"), "Command must not contain a NUL")
	p.need(!strings.Contains(strings.Join(s.Args, ""), "\x00"), "Args must not contain a NUL")
	p.need(!strings.Contains(strings.Join(s.Env, ""), "\x00"), "Env must not contain a NUL")
}

// newTransport returns the transport that the configuration selects.
func (u *upstream) newTransport(rt runtime) transport.Transport {
	return stdio.New(stdio.Config{
		Supervisor: rt.sup, Command: u.cfg.Command, Args: u.cfg.Args, Env: u.cfg.Env, Dir: u.cfg.Dir,
		StopGrace: u.cfg.StopGrace, MaxLineBytes: u.cfg.MaxLineBytes, MaxDepth: u.cfg.MaxDepth,
		MaxQueue:   2*u.cfg.MaxInFlight + extraQueue, // each request may be followed by its cancellation
		WriteStall: u.cfg.WriteStall, Counters: &u.counters, OnOutput: u.output.Line,
	})
}
