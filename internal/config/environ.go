package config

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// Environ returns the complete environment of the child process, sorted, as NAME=value: the variables of
// [mcpbridge.DefaultEnv] and InheritEnv from the environment of the service, then Env, which overrides them.
// The result is never nil.
func (s *Server) Environ(ours []string) []string {
	values := map[string]string{}
	for _, pair := range mcpbridge.DefaultEnv(ours) {
		name, value, _ := strings.Cut(pair, "=")
		values[name] = value
	}
	for _, pair := range ours {
		name, value, ok := strings.Cut(pair, "=")
		if ok && matchesAny(s.InheritEnv, name) {
			values[name] = value
		}
	}
	for name, value := range s.Env {
		values[name] = value
	}
	environ := make([]string, 0, len(values))
	for name, value := range values {
		environ = append(environ, name+"="+value)
	}
	slices.Sort(environ)
	return environ
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
			return strings.HasPrefix(name, prefix)
		}
		return name == pattern
	})
}
