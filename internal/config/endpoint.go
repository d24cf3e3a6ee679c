package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/config/internal/mcpfile"
	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

// This file contains all that depends on how a server is reached: today, the child process
// that is started for it. The remaining settings of a server apply to every kind. The file of the same
// name in package mcpfile does the same for the files of other clients.

// endpointFields adds the fields of a --config file.
func (r *yamlReader) endpointFields(fields map[string]field, s *Server) {
	fields["command"] = r.expanded(&s.Command)
	fields["args"] = r.list(&s.Args, r.expanded)
	fields["env"] = r.stringMap(&s.Env)
	fields["inherit_env"] = r.list(&s.InheritEnv, r.str)
	fields["cwd"] = r.expanded(&s.Dir)
}

// endpointEntries returns the same fields for WriteYAML. The values of env, and arguments that contain one of
// them or of secrets, are masked.
func (s *Server) endpointEntries(secrets []string) []entry {
	env := []entry{}
	secrets = slices.Clone(secrets)
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		env = append(env, entry{name, masked})
		secrets = append(secrets, s.Env[name])
	}
	return []entry{
		{"command", s.Command},
		{"args", maskArgs(s.Args, secrets)},
		{"env", env},
		{"inherit_env", append([]string{}, s.InheritEnv...)},
		{"cwd", s.Dir},
	}
}

// checkEndpoint also rejects texts that the kernel would truncate or reject without naming their origin.
func (s *Server) checkEndpoint(k checker, field string) {
	if s.Command == "" {
		k.fail(field+".command", "must not be empty")
	}
	texts := map[string]string{field + ".command": s.Command, field + ".cwd": s.Dir}
	for i, arg := range s.Args {
		texts[problem.Indexed(field+".args", i)] = arg
	}
	for name, value := range s.Env {
		if name == "" || strings.Contains(name, "=") {
			k.fail(field+".env", "%q is not a variable name", name)
		}
		texts[field+".env."+name] = name + value
	}
	for _, at := range slices.Sorted(maps.Keys(texts)) {
		if strings.Contains(texts[at], "\x00") {
			k.fail(at, "must not contain a NUL character")
		}
	}
}

// otherClients returns the configuration of a server that is configured in the file of another client.
func otherClients(other mcpfile.Server) Server {
	s := DefaultServer(other.Name)
	s.Command, s.Args, s.Env, s.Dir = other.Command, other.Args, other.Env, other.Dir
	return s
}
