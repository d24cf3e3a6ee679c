package config

import (
	"slices"
	"strings"
)

// inherited are the variables that every child gets from us: what programs need
// to find their files and speak the user's language, and nothing that could hold
// a secret.
func inherited() []string {
	return []string{"PATH", "HOME", "LANG", "LC_*", "TMPDIR", "TZ", "USER"}
}

// Environ returns the child's whole environment, sorted, as NAME=value: the
// usual variables and those of InheritEnv from ours, then Env, which wins.
func (s *Server) Environ(ours []string) []string {
	values := map[string]string{}
	for _, pair := range ours {
		name, value, ok := strings.Cut(pair, "=")
		if ok && (matchesAny(inherited(), name) || matchesAny(s.InheritEnv, name)) {
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
