package expand

import "strings"

// Environment looks a variable up.
type Environment func(name string) (value string, ok bool)

// NewEnvironment returns the variables of a list of NAME=value. Of duplicate names, the last one is used.
func NewEnvironment(environ []string) Environment {
	values := make(map[string]string, len(environ))
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok {
			values[name] = value
		}
	}
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}
