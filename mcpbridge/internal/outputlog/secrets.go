package outputlog

import (
	"cmp"
	"slices"
	"strings"
)

// minSecret is the length in bytes from which a value of the environment is masked.
// Shorter values are flags and numbers; masking them would hide ordinary words.
const minSecret = 6

// masked replaces a secret.
const masked = "***"

// secrets returns the values of an environment that must not be logged. A value of
// several lines is split, because it is printed line by line. Longer secrets come
// first: masking a prefix of a secret would leave the rest of it visible.
func secrets(env []string) []string {
	var out []string
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if public(name) {
			continue
		}
		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); len(line) >= minSecret {
				out = append(out, line)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// public reports whether a variable never holds a secret.
func public(name string) bool {
	switch name {
	case "PATH", "HOME", "PWD", "TMPDIR", "SHELL", "USER", "LOGNAME", "LANG", "TZ", "TERM":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}
