package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/internal/config"
)

// Each value is just outside of its bounds, and the problem names its field.
func TestValidateRejectsValuesOutsideOfTheirBounds(t *testing.T) {
	server := func(change func(*config.Server)) func(*config.Config) {
		return func(c *config.Config) {
			s := config.DefaultServer("a")
			s.Command = "x"
			change(&s)
			c.Servers = []config.Server{s}
		}
	}
	// The names begin with the field.
	for name, change := range map[string]func(*config.Config){
		"shutdown_grace":      func(c *config.Config) { c.ShutdownGrace = 0 },
		"startup_wait":        func(c *config.Config) { c.StartupWait = -1 },
		"log.level":           func(c *config.Config) { c.Log.Level = "loud" },
		"log.format":          func(c *config.Config) { c.Log.Format = "xml" },
		"deadlines.max":       func(c *config.Config) { c.Deadlines.Max = config.MaxTimeoutCap + 1 },
		"deadlines.default":   func(c *config.Config) { c.Deadlines.Default = c.Deadlines.Max + 1 },
		"deadlines.floor":     func(c *config.Config) { c.Deadlines.Floor = -1 },
		"deadlines.reserve":   func(c *config.Config) { c.Deadlines.Reserve = -1 },
		"retry.max_attempts":  func(c *config.Config) { c.Retry.MaxAttempts = config.MaxAttemptsCap + 1 },
		"retry.backoff":       func(c *config.Config) { c.Retry.Backoff = c.Deadlines.Max + 1 },
		"retry.budget.tokens": func(c *config.Config) { c.Retry.Budget.Tokens = config.MaxRetryTokens + 1 },
		"retry.budget.ratio":  func(c *config.Config) { c.Retry.Budget.Ratio = 1.01 },

		"servers.a.command":          server(func(s *config.Server) { s.Command = "" }),
		"servers.a.args[0]":          server(func(s *config.Server) { s.Args = []string{"\x00"} }),
		"servers.a.env":              server(func(s *config.Server) { s.Env = map[string]string{"A=B": ""} }),
		"servers.a.sharing":          server(func(s *config.Server) { s.Sharing = "none" }),
		"servers.a.processes":        server(func(s *config.Server) { s.Processes = 0 }),
		"servers.a.max_in_flight":    server(func(s *config.Server) { s.MaxInFlight = config.MaxInFlightCap + 1 }),
		"servers.a.max_queue":        server(func(s *config.Server) { s.MaxQueue = config.MaxQueueCap + 1 }),
		"servers.a.ping_failures":    server(func(s *config.Server) { s.PingFailures = config.MaxPingFailures + 1 }),
		"servers.a.protocol_version": server(func(s *config.Server) { s.ProtocolVersion = "1.0" }),

		"servers.a.timeouts.start":         server(func(s *config.Server) { s.Timeouts.Start = 0 }),
		"servers.a.timeouts.probe":         server(func(s *config.Server) { s.Timeouts.Probe = config.MaxProbeTimeout + 1 }),
		"servers.a.timeouts.stop_grace":    server(func(s *config.Server) { s.Timeouts.StopGrace = 0 }),
		"servers.a.timeouts.idle":          server(func(s *config.Server) { s.Timeouts.Idle = 0 }),
		"servers.a.timeouts.ping_interval": server(func(s *config.Server) { s.Timeouts.PingInterval = -1 }),
		"servers.a.timeouts.write_stall":   server(func(s *config.Server) { s.Timeouts.WriteStall = 0 }),

		"servers.a.restart.initial":      server(func(s *config.Server) { s.Restart.Initial = 0 }),
		"servers.a.restart.max":          server(func(s *config.Server) { s.Restart.Max = s.Restart.Initial - 1 }),
		"servers.a.restart.multiplier":   server(func(s *config.Server) { s.Restart.Multiplier = 0.99 }),
		"servers.a.restart.jitter":       server(func(s *config.Server) { s.Restart.Jitter = 1.01 }),
		"servers.a.restart.budget":       server(func(s *config.Server) { s.Restart.Budget = config.MaxRestartBudget + 1 }),
		"servers.a.restart.window":       server(func(s *config.Server) { s.Restart.Window = 0 }),
		"servers.a.restart.parked_retry": server(func(s *config.Server) { s.Restart.ParkedRetry = 0 }),
		"servers.a.restart.reset_after":  server(func(s *config.Server) { s.Restart.ResetAfter = 0 }),

		"servers.a.timeout":      server(func(s *config.Server) { s.Call.Timeout = time.Hour }),
		"servers.a.max_timeout":  server(func(s *config.Server) { s.Call.MaxTimeout = config.MaxTimeoutCap + 1 }),
		"servers.a.max_attempts": server(func(s *config.Server) { s.Call.MaxAttempts = config.MaxAttemptsCap + 1 }),
		"servers.a.backoff":      server(func(s *config.Server) { s.Call.Backoff = -2 }),

		"deadlines.reserve above max":   func(c *config.Config) { c.Deadlines.Reserve = c.Deadlines.Max + 1 },
		"deadlines.default below floor": func(c *config.Config) { c.Deadlines.Default = c.Deadlines.Floor - 1 },
		"retry.backoff below zero":      func(c *config.Config) { c.Retry.Backoff = -1 },
		"servers.a.timeout below zero":  server(func(s *config.Server) { s.Call.Timeout = -1 }),
		"servers.a.backoff above max":   server(func(s *config.Server) { s.Call.Backoff = time.Hour }),
	} {
		t.Run(name, func(t *testing.T) {
			field, _, _ := strings.Cut(name, " ")
			cfg := config.Default()
			change(cfg)
			got := problems(t, cfg.Validate())
			if len(got) != 1 || !strings.HasPrefix(got[0], field+": ") {
				t.Errorf("got problems %q, want one of %s", got, field)
			}
		})
	}
	cfg := config.Default()
	server(func(*config.Server) {})(cfg)
	if got := problems(t, cfg.Validate()); got != nil {
		t.Errorf("got problems %q of the defaults, want none", got)
	}
}

// TestFloorAboveMaximum: no default deadline fits such a floor, so there are two problems.
func TestFloorAboveMaximum(t *testing.T) {
	cfg := config.Default()
	cfg.Deadlines.Floor = cfg.Deadlines.Max + 1
	got := problems(t, cfg.Validate())
	if len(got) != 2 || !strings.HasPrefix(got[0], "deadlines.floor: ") || !strings.HasPrefix(got[1], "deadlines.default: ") {
		t.Errorf("got problems %q, want one of deadlines.floor and one of deadlines.default", got)
	}
}
