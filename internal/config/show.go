package config

import (
	"io"
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

// entry is a key and its value: a list of entries, or a value of a setting.
type entry struct {
	key   string
	value any
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
	for _, name := range sortedKeys(s.Tools) {
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

// yamlWriter builds the nodes of a document.
type yamlWriter struct{ origins origins }

func (o *yamlWriter) mapping(path string, entries ...entry) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, e := range entries {
		at := join(path, e.key)
		key, value := scalarNode(e.key), o.value(at, e.value)
		if from, ok := o.origins[at]; ok {
			commented := value
			if value.Kind == yaml.MappingNode {
				commented = key
			}
			commented.LineComment = from.text()
		}
		n.Content = append(n.Content, key, value)
	}
	if len(entries) == 0 {
		n.Style = yaml.FlowStyle
	}
	return n
}

func (o *yamlWriter) value(path string, value any) *yaml.Node {
	switch v := value.(type) {
	case []entry:
		return o.mapping(path, v...)
	case []string:
		n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, item := range v {
			n.Content = append(n.Content, scalarNode(item))
		}
		return n
	case time.Duration:
		return scalarNode(v.String())
	}
	return scalarNode(value)
}

// scalarNode returns a value in a form that is read as its type again.
func scalarNode(value any) *yaml.Node {
	n := new(yaml.Node)
	if err := n.Encode(value); err != nil {
		// cannot happen: only types such as channels fail
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: err.Error()}
	}
	return n
}
