package config

import (
	"io"
	"maps"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"
)

// WriteYAML writes the whole configuration in the format of a --config file, including defaults. A comment
// names the origin of each setting that is not a default. Secrets are masked: the values of env, and
// arguments that look like one.
func (c *Config) WriteYAML(w io.Writer) error {
	o := &yamlWriter{origins: c.origins}
	root := o.mapping("",
		entry{"listen", c.Listen},
		entry{"admin_listen", c.AdminListen},
		entry{"insecure", c.Insecure},
		entry{"shutdown_grace", c.ShutdownGrace},
		entry{"startup_wait", c.StartupWait},
		entry{"log", []entry{{"level", c.Log.Level}, {"format", c.Log.Format}}},
		entry{"deadlines", []entry{
			{"default", c.Deadlines.Default},
			{"max", c.Deadlines.Max},
			{"reserve", c.Deadlines.Reserve},
			{"floor", c.Deadlines.Floor},
		}},
		entry{"retry", []entry{
			{"max_attempts", c.Retry.MaxAttempts},
			{"backoff", c.Retry.Backoff},
			{"budget", []entry{{"tokens", c.Retry.Budget.Tokens}, {"ratio", c.Retry.Budget.Ratio}}},
		}},
		entry{"codeintel", []entry{
			{"enabled", c.CodeIntel.Enabled},
			{"command", c.CodeIntel.Command},
			{"args", maskArgs(c.CodeIntel.Args, c.secrets)},
		}},
		entry{"servers", c.serverEntries()},
	)
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(root); err != nil {
		return err
	}
	return enc.Close()
}

func (c *Config) serverEntries() []entry {
	servers := []entry{}
	for i := range c.Servers {
		servers = append(servers, entry{c.Servers[i].Name, c.Servers[i].entries(c.secrets)})
	}
	return servers
}

func (s *Server) entries(secrets []string) []entry {
	tools := []entry{}
	for _, name := range slices.Sorted(maps.Keys(s.Tools)) {
		t := s.Tools[name]
		fields := t.entries()
		if t.Repeatable != nil {
			fields = append(fields, entry{"repeatable", *t.Repeatable})
		}
		tools = append(tools, entry{name, fields})
	}
	list := append(s.endpointEntries(secrets), []entry{
		{"sharing", s.Sharing},
		{"processes", s.Processes},
		{"max_in_flight", s.MaxInFlight},
		{"max_queue", s.MaxQueue},
		{"trust_annotations", s.TrustAnnotations},
		{"retry_on_text", s.RetryOnText},
		{"protocol_version", s.ProtocolVersion},
		{"ping_failures", s.PingFailures},
		{"timeouts", []entry{
			{"start", s.Timeouts.Start},
			{"probe", s.Timeouts.Probe},
			{"stop_grace", s.Timeouts.StopGrace},
			{"idle", s.Timeouts.Idle},
			{"ping_interval", s.Timeouts.PingInterval},
			{"write_stall", s.Timeouts.WriteStall},
		}},
		{"restart", []entry{
			{"initial", s.Restart.Initial},
			{"max", s.Restart.Max},
			{"multiplier", s.Restart.Multiplier},
			{"jitter", s.Restart.Jitter},
			{"budget", s.Restart.Budget},
			{"window", s.Restart.Window},
			{"parked_retry", s.Restart.ParkedRetry},
			{"reset_after", s.Restart.ResetAfter},
		}},
	}...)
	return append(append(list, s.Call.entries()...), entry{"tools", tools})
}

// entries returns the limits that are set. Unset ones are inherited from the wider scope.
func (c Call) entries() []entry {
	var list []entry
	for _, e := range []entry{{"timeout", c.Timeout}, {"max_timeout", c.MaxTimeout}, {"backoff", c.Backoff}} {
		if e.value != time.Duration(0) {
			list = append(list, e)
		}
	}
	if c.MaxAttempts != 0 {
		list = append(list, entry{"max_attempts", c.MaxAttempts})
	}
	return list
}
