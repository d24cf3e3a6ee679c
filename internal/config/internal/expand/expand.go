package expand

import (
	"errors"
	"fmt"
	"strings"
)

// errUnclosed reports a ${ without }.
var errUnclosed = errors.New("${ without }")

// Text replaces each ${expression} by the result of substitute. The result is not expanded again. $VAR and a
// lone $ are plain text. Text continues after an error of substitute and returns all of them; it stops at a ${
// without }.
func Text(s string, substitute func(expression string) (string, error)) (string, []error) {
	var b strings.Builder
	var errs []error
	for {
		before, after, ok := strings.Cut(s, "${")
		b.WriteString(before)
		if !ok {
			return b.String(), errs
		}
		expression, rest, ok := strings.Cut(after, "}")
		if !ok {
			return "", append(errs, errUnclosed)
		}
		value, err := substitute(expression)
		if err != nil {
			errs = append(errs, err)
		}
		b.WriteString(value)
		s = rest
	}
}

// Substitute returns the value of the expression VAR or VAR:-default, by the rules of other MCP clients. The
// default applies if the variable is unset or empty. It is not expanded.
func (env Environment) Substitute(expression string) (string, error) {
	name, fallback, hasDefault := strings.Cut(expression, ":-")
	if !isVariable(name) {
		return "", fmt.Errorf("${%s}: not a variable name", expression)
	}
	value, ok := env(name)
	switch {
	case ok && (value != "" || !hasDefault):
		return value, nil
	case hasDefault:
		return fallback, nil
	}
	return "", fmt.Errorf("environment variable %s is not set; set it, or use ${%s:-default}", name, name)
}

// isVariable reports whether s is a POSIX variable name: letters, digits and underscores, not starting with a
// digit.
func isVariable(s string) bool {
	for i, c := range s {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
