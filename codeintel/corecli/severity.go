package corecli

import (
	"slices"
	"strings"
)

// severity says how hard a dependent is hit.
func (r *impactReader) severity(depth int) string {
	switch {
	case depth > 1:
		return minor
	case r.request.Operation == "delete":
		return breaking
	default:
		return major
	}
}

func severityWord(word string) string {
	word = strings.ToLower(word)
	if slices.Contains(severities(), word) {
		return word
	}
	return ""
}

// severities are in rising order.
func severities() []string { return []string{minor, major, breaking} }

func harder(a, b string) string {
	if slices.Index(severities(), a) >= slices.Index(severities(), b) {
		return a
	}
	return b
}
