package config

import (
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
	"github.com/coderef-system/coderefd/internal/config/internal/source"
)

// readFile reads coderefd's own YAML into c.
func (r *yamlReader) readFile(c *Config, data []byte) {
	root := r.parse(data)
	if root == nil {
		return
	}
	r.object("", root, map[string]field{
		"listen":         r.str(&c.Listen),
		"admin_listen":   r.str(&c.AdminListen),
		"insecure":       r.boolean(&c.Insecure),
		"shutdown_grace": r.duration(&c.ShutdownGrace),
		"startup_wait":   r.duration(&c.StartupWait),
		"log": r.section(map[string]field{
			"level":  r.str(&c.Log.Level),
			"format": r.str(&c.Log.Format),
		}),
		"deadlines": r.section(map[string]field{
			"default": r.duration(&c.Deadlines.Default),
			"max":     r.duration(&c.Deadlines.Max),
			"reserve": r.duration(&c.Deadlines.Reserve),
			"floor":   r.duration(&c.Deadlines.Floor),
		}),
		"retry": r.section(map[string]field{
			"max_attempts": r.integer(&c.Retry.MaxAttempts),
			"backoff":      r.duration(&c.Retry.Backoff),
			"budget": r.section(map[string]field{
				"tokens": r.integer(&c.Retry.Budget.Tokens),
				"ratio":  r.number(&c.Retry.Budget.Ratio),
			}),
		}),
		"codeintel": r.section(map[string]field{
			"enabled": r.boolean(&c.CodeIntel.Enabled),
			"command": r.expanded(&c.CodeIntel.Command),
			"args":    r.list(&c.CodeIntel.Args, r.expanded),
		}),
		"mcp_configs": r.mcpConfigs(c),
		"servers":     r.servers(c),
	})
}

// readServers reads a YAML file that contains only servers, in the format of the servers section.
func (r *yamlReader) readServers(c *Config, data []byte) {
	root := r.parse(data)
	if root == nil {
		return
	}
	r.object("", root, map[string]field{"servers": r.servers(c)})
}

// section reads a nested mapping.
func (r *yamlReader) section(known map[string]field) field {
	return func(path string, n *yaml.Node) { r.object(path, n, known) }
}

// mcpConfigs records the mcpServers files to read, relative to this file.
func (r *yamlReader) mcpConfigs(c *Config) field {
	return func(path string, n *yaml.Node) {
		var files []string
		r.list(&files, r.expanded)(path, n)
		for i, file := range files {
			c.mcpConfigs = append(c.mcpConfigs, source.Ref{
				Path:  source.InFolder(filepath.Dir(r.file), file),
				Field: problem.Indexed(path, i),
				At:    r.at(n.Content[i]),
			})
		}
	}
}

func (r *yamlReader) servers(c *Config) field {
	return func(path string, n *yaml.Node) {
		r.each(path, n, func(name, at string, value *yaml.Node) {
			// Without a command, an entry with this name only adjusts the default upstream.
			s := DefaultServer(name)
			if name == CodeIntelServer && !hasKey(value, "command") {
				s = defaultCodeIntel()
			}
			r.object(at, value, r.serverFields(&s))
			c.Servers = append(c.Servers, s)
		})
	}
}

func (r *yamlReader) serverFields(s *Server) map[string]field {
	fields := map[string]field{
		"sharing":           r.str(&s.Sharing),
		"processes":         r.integer(&s.Processes),
		"max_in_flight":     r.integer(&s.MaxInFlight),
		"max_queue":         r.integer(&s.MaxQueue),
		"trust_annotations": r.boolean(&s.TrustAnnotations),
		"retry_on_text":     r.boolean(&s.RetryOnText),
		"protocol_version":  r.str(&s.ProtocolVersion),
		"ping_failures":     r.integer(&s.PingFailures),
		"timeouts": r.section(map[string]field{
			"start":         r.duration(&s.Timeouts.Start),
			"probe":         r.duration(&s.Timeouts.Probe),
			"stop_grace":    r.duration(&s.Timeouts.StopGrace),
			"idle":          r.duration(&s.Timeouts.Idle),
			"ping_interval": r.duration(&s.Timeouts.PingInterval),
			"write_stall":   r.duration(&s.Timeouts.WriteStall),
		}),
		"restart": r.section(map[string]field{
			"initial":      r.duration(&s.Restart.Initial),
			"max":          r.duration(&s.Restart.Max),
			"multiplier":   r.number(&s.Restart.Multiplier),
			"jitter":       r.number(&s.Restart.Jitter),
			"budget":       r.integer(&s.Restart.Budget),
			"window":       r.duration(&s.Restart.Window),
			"parked_retry": r.duration(&s.Restart.ParkedRetry),
			"reset_after":  r.duration(&s.Restart.ResetAfter),
		}),
		"tools": r.tools(s),
	}
	r.endpointFields(fields, s)
	r.callFields(fields, &s.Call)
	return fields
}

func (r *yamlReader) tools(s *Server) field {
	return func(path string, n *yaml.Node) {
		s.Tools = map[string]Tool{}
		r.each(path, n, func(name, at string, value *yaml.Node) {
			var t Tool
			fields := map[string]field{"repeatable": r.optionalBool(&t.Repeatable)}
			r.callFields(fields, &t.Call)
			r.object(at, value, fields)
			s.Tools[name] = t
		})
	}
}

// callFields adds the fields that servers and tools share.
func (r *yamlReader) callFields(fields map[string]field, c *Call) {
	fields["timeout"] = r.duration(&c.Timeout)
	fields["max_timeout"] = r.duration(&c.MaxTimeout)
	fields["max_attempts"] = r.integer(&c.MaxAttempts)
	fields["backoff"] = r.duration(&c.Backoff)
}

func hasKey(n *yaml.Node, key string) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Kind == yaml.MappingNode && n.Content[i].Value == key {
			return true
		}
	}
	return false
}
