package config

import (
	"errors"
	"fmt"
	"strings"
)

// environment looks a variable up.
type environment func(name string) (value string, ok bool)

// errUnclosed says that a ${ has no }.
var errUnclosed = errors.New("${ without }")

// expand replaces ${VAR} and ${VAR:-default}, as MCP clients do. A default holds
// for an unset and for an empty variable and is not expanded itself. $VAR and a
// lone $ are plain text. All unset variables are reported, not the first.
func expand(s string, env environment) (string, error) {
	var b strings.Builder
	var errs []error
	for {
		before, after, ok := strings.Cut(s, "${")
		b.WriteString(before)
		if !ok {
			return b.String(), errors.Join(errs...)
		}
		expr, rest, ok := strings.Cut(after, "}")
		if !ok {
			return "", errors.Join(append(errs, errUnclosed)...)
		}
		value, err := substitute(expr, env)
		if err != nil {
			errs = append(errs, err)
		}
		b.WriteString(value)
		s = rest
	}
}

func substitute(expr string, env environment) (string, error) {
	name, fallback, hasDefault := strings.Cut(expr, ":-")
	if !isVariable(name) {
		return "", fmt.Errorf("${%s}: not the name of a variable", expr)
	}
	value, ok := env(name)
	switch {
	case ok && (value != "" || !hasDefault):
		return value, nil
	case hasDefault:
		return fallback, nil
	}
	return "", fmt.Errorf("environment variable %s is not set; set it, or write ${%s:-default}", name, name)
}

// expandInto expands a field's text, noting what went wrong.
func expandInto(p *problems, at position, field, s string, env environment) string {
	expanded, err := expand(s, env)
	if err == nil {
		return expanded
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		p.add(at, field, "%s", line)
	}
	return expanded
}

// isVariable reports whether s is a name by POSIX: letters, digits, underscores,
// no digit first.
func isVariable(s string) bool {
	for i, c := range s {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
