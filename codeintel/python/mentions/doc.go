// Package mentions lists the names that a file mentions and the aliases among them, so
// that a query by name parses only the files that can contain a match.
package mentions
