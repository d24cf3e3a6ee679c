// Package mentions lists the names that a Go file mentions and the aliases among them, so
// that a query by name type-checks only the files that can contain a match.
package mentions
