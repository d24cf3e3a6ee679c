package coderef2

import (
	"slices"
	"strings"
)

func isTemporal(key string) bool {
	words := []string{"temporal", "introduced", "modified", "deprecated", "expires"}
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(key, word) })
}

func isRelation(e Entry) bool {
	return e.Category == "relationships" || slices.Contains(relations(), e.Key) || slices.Contains(relations(), e.Category)
}

func relations() []string {
	return []string{
		"depends-on", "used-by", "calls", "implements", "extends", "imports", "observes", "emits",
		"listens", "conflicts-with",
	}
}

// Statuses returns the values of the key status.
func Statuses() []string { return []string{"active", "deprecated", "experimental", "legacy", "stable"} }

// Scopes returns the values of the key scope.
func Scopes() []string { return []string{"internal", "private", "protected", "public"} }

// IsKnownCategory reports whether a published list contains a category of metadata.
func IsKnownCategory(category string) bool {
	return slices.Contains(relations(), category) || slices.Contains([]string{
		"status", "significance", "security", "performance", "complexity", "scope", "env", "introduced", "modified",
		"deprecated",
		"expires", "temporal", "relationships", "coverage", "maintenance", "compatibility", "documentation",
	}, category)
}
